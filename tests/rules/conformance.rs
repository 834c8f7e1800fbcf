//! One suite for every game: what any [`Position`](taash::games::Position) promises, shown by thousands of random
//! matches over random options, seats and players.
//!
//! Every game of the list takes part, and needs an implementation of [`Game`](game::Game) here. The matches are the same in
//! every run; a failure says which one it was. `TAASH_MATCHES=20000` plays more of them, and
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

/// The suite for each game: `cargo test conformance::of::seep`.
macro_rules! conformance {
    ($($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+) => {
        mod of {
            $(mod $game {
                use super::super::*;

                const fn extent(matches: u32, moves: usize) -> Extent {
                    Extent { matches, moves }
                }

                #[test]
                fn every_position_is_sound() {
                    sound::every_position_is_sound::<taash::games::$game::Position>(extent(800, 3000));
                }

                #[test]
                fn the_list_is_what_the_check_accepts() {
                    listing::the_list_is_what_the_check_accepts::<taash::games::$game::Position>(extent(800, 400));
                }

                #[test]
                fn no_two_legal_moves_are_the_same_move() {
                    listing::no_two_legal_moves_are_the_same_move::<taash::games::$game::Position>(extent(1000, 400));
                }

                #[test]
                fn texts_read_back() {
                    listing::texts_read_back::<taash::games::$game::Position>(extent(500, 300));
                }

                #[test]
                fn views_depend_on_nothing_hidden() {
                    secrets::views_depend_on_nothing_hidden::<taash::games::$game::Position>(extent(600, 400));
                }

                #[test]
                fn refusals_depend_on_nothing_hidden() {
                    secrets::refusals_depend_on_nothing_hidden::<taash::games::$game::Position>(extent(400, 300));
                }

                #[test]
                fn views_show_the_hands_they_should() {
                    secrets::views_show_the_hands_they_should::<taash::games::$game::Position>(extent(1000, 400));
                }

                #[test]
                fn events_are_told_by_viewer() {
                    secrets::events_are_told_by_viewer::<taash::games::$game::Position>(extent(200, 300));
                }

                #[test]
                fn revealed_hidden_is_what_the_table_learned() {
                    secrets::revealed_hidden_is_what_the_table_learned::<taash::games::$game::Position>(extent(200, 300));
                }

                #[test]
                fn the_same_seed_gives_the_same_match() {
                    chance::the_same_seed_gives_the_same_match::<taash::games::$game::Position>(extent(1000, 2000));
                }

                #[test]
                fn given_orders_are_used_where_cards_are_shuffled() {
                    chance::given_orders_are_used_where_cards_are_shuffled::<taash::games::$game::Position>(extent(1000, 2000));
                }

                #[test]
                fn matches_end() {
                    chance::matches_end::<taash::games::$game::Position>(extent(1000, 40_000));
                }

                #[test]
                fn tampered_setups_are_refused_or_playable() {
                    corrupted::tampered_setups_are_refused_or_playable::<taash::games::$game::Position>(extent(400, 300));
                }
            })+
        }
    };
}

taash::for_each_game!(conformance);
