//! One suite for every game: what any [`Position`](taash::games::Position) promises, shown by thousands of random
//! matches over random options, seats and players.
//!
//! A game takes part with an implementation of [`Game`](game::Game) and a line at the end of this file. The matches are
//! the same in every run; a failure says which one it was. `TAASH_MATCHES=20000` plays more of them, and
//! `TAASH_MATCH=17` plays one again.

mod chance;
mod corrupted;
mod game;
mod jhyap;
mod listing;
mod piles;
mod pis_yedili;
mod secrets;
mod seep;
mod sound;
mod walk;

pub(crate) use game::Game;
use walk::Extent;

macro_rules! conformance {
    ($name:ident, $game:ty) => {
        mod $name {
            use super::*;

            const fn extent(matches: u32, moves: usize) -> Extent {
                Extent { matches, moves }
            }

            #[test]
            fn every_position_is_sound() {
                sound::every_position_is_sound::<$game>(extent(800, 3000));
            }

            #[test]
            fn the_list_is_what_the_check_accepts() {
                listing::the_list_is_what_the_check_accepts::<$game>(extent(800, 400));
            }

            #[test]
            fn no_two_legal_moves_are_the_same_move() {
                listing::no_two_legal_moves_are_the_same_move::<$game>(extent(1000, 400));
            }

            #[test]
            fn texts_read_back() {
                listing::texts_read_back::<$game>(extent(500, 300));
            }

            #[test]
            fn views_depend_on_nothing_hidden() {
                secrets::views_depend_on_nothing_hidden::<$game>(extent(600, 400));
            }

            #[test]
            fn views_show_the_hands_they_should() {
                secrets::views_show_the_hands_they_should::<$game>(extent(1000, 400));
            }

            #[test]
            fn events_are_told_by_viewer() {
                secrets::events_are_told_by_viewer::<$game>(extent(200, 300));
            }

            #[test]
            fn revealed_hidden_is_what_the_table_learned() {
                secrets::revealed_hidden_is_what_the_table_learned::<$game>(extent(200, 300));
            }

            #[test]
            fn the_same_seed_gives_the_same_match() {
                chance::the_same_seed_gives_the_same_match::<$game>(extent(1000, 2000));
            }

            #[test]
            fn given_orders_are_used_where_cards_are_shuffled() {
                chance::given_orders_are_used_where_cards_are_shuffled::<$game>(extent(1000, 2000));
            }

            #[test]
            fn matches_end() {
                chance::matches_end::<$game>(extent(1000, 40_000));
            }

            #[test]
            fn tampered_setups_are_refused_or_playable() {
                corrupted::tampered_setups_are_refused_or_playable::<$game>(extent(400, 300));
            }
        }
    };
}

conformance!(of_jhyap, taash::games::jhyap::Position);
conformance!(of_pis_yedili, taash::games::pis_yedili::Position);
conformance!(of_seep, taash::games::seep::Position);
