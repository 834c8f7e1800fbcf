//! Any text is a move or a refusal; a text that is a move reads the same once written canonically.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taash::for_game;
use taash::games::{GameId, Position};

fn check<P: Position>(text: &str) {
    if let Ok(parsed) = P::parse_move(text) {
        let canonical = parsed.literal.to_string();
        let again = P::parse_move(&canonical).expect("what is written can be read");
        assert_eq!(again.literal, parsed.literal, "{text:?} is written {canonical:?}");
    }
}

fuzz_target!(|text: &str| {
    for game in GameId::ALL {
        for_game!(game, P => check::<P>(text));
    }
});
