use super::messages;
use super::value::SEATS;
use crate::games::options::{choice, options};
use crate::games::{Constraint, Message, Options as _, Rule};

choice! {
    /// Whether loose groups must join a house that is made or added to (S29).
    pub enum AbsorbSums {
        /// The player chooses which groups join; single cards of the value always do.
        Optional = "OPTIONAL",
        /// No loose group of the house's value may be left.
        Mandatory = "MANDATORY",
    }
}

choice! {
    /// When a card may be thrown (S21, S60).
    pub enum Throws {
        /// If it can capture nothing.
        UnlessCapture = "UNLESS_CAPTURE",
        /// If it has no other legal move.
        LastResort = "LAST_RESORT",
    }
}

choice! {
    /// What a capture has to take (S31, S61).
    pub enum Capture {
        /// All that it can.
        All = "ALL",
        /// What the player chooses.
        Any = "ANY",
    }
}

choice! {
    /// Which cards count how much (S3, S63).
    pub enum Scoring {
        /// The spades, the other aces and the ten of diamonds: 100 points.
        Hundred = "HUNDRED",
        /// The ten of diamonds, the nine and the two of spades, the aces and most cards: 30 points.
        Thirty = "THIRTY",
    }
}

choice! {
    /// What a sweep is worth (S53, S63).
    pub enum SweepValue {
        /// The same for every sweep of its kind.
        Fixed = "FIXED",
        /// The capture value of the card played.
        Card = "CARD",
    }
}

/// S1 and S62: the number of seats.
const CONSTRAINTS: &[Constraint<Options>] = &[Constraint {
    options: &["seats", "two_players"],
    rule: Rule::S(62),
    statement: &messages::SEATS_BY_TWO_PLAYERS,
    broken: |options, seats| {
        let (fewest, most) = Options::SEATS;
        if seats == options.seats() || !(fewest..=most).contains(&seats) {
            return None;
        }
        let entry =
            if options.two_players { &messages::SEATS_WITH_TWO_PLAYERS } else { &messages::SEATS_WITH_PARTNERS };
        Some(Message::new(entry).with("value", seats))
    },
}];

options! {
    /// The options of a match of Seep with all their values. The default is the preset `CLASSIC`.
    pub struct Options;
    presets CLASSIC, CASUAL, PUNJAB;
    seats 2..=4, rule S(1);
    constraints CONSTRAINTS;

    /// The points of the ten of diamonds: 6 or 2 (S3). Ignored under `THIRTY` (S63).
    ten_of_diamonds: u8 = 6, values [6 or 2], rule S(3), number 2;
    /// The points of the team with more cards: 0 or 4 (S3). Ignored under `THIRTY` (S63).
    most_cards_bonus: u8 = 0, values [0 or 4], rule S(3), number 3;
    /// Whether loose groups must join a house (S29).
    absorb_sums: AbsorbSums = AbsorbSums::Optional, values [choice], rule S(29), number 4;
    /// The points of a sweep, 0..=100 (S53). Ignored with `sweep_value` `CARD` (S63).
    sweep_points: u8 = 50, values [0..=100], rule S(53), number 5;
    /// The points of a sweep by the first play of a deal, 0..=100 (S53). Ignored with `sweep_value` `CARD` (S63).
    opening_sweep_points: u8 = 25, values [0..=100], rule S(53), number 6;
    /// The points that a team needs in a deal, 0..=50; 0 for no such rule (S56).
    minimum: u8 = 9, values [0..=50], rule S(56), number 7;
    /// The lead that wins a baazi, 10..=1000 (S57).
    baazi_lead: u16 = 100, values [10..=1000], rule S(57), number 8;
    /// The baazis that win the match, 1..=25 (S58).
    baazis: u8 = 1, values [1..=25], rule S(58), number 9;
    /// When a card may be thrown (S60).
    throws: Throws = Throws::UnlessCapture, values [choice], rule S(60), number 10;
    /// What a capture has to take (S61).
    capture: Capture = Capture::All, values [choice], rule S(61), number 11;
    /// Whether two players play without partners (S62).
    two_players: bool = false, values [on or off], rule S(62), number 12;
    /// Which cards count how much (S63).
    scoring: Scoring = Scoring::Hundred, values [choice], rule S(63), number 13;
    /// What a sweep is worth (S63).
    sweep_value: SweepValue = SweepValue::Fixed, values [choice], rule S(63), number 14;
    /// Whether a floor with the ten of diamonds or the nine of spades is dealt again (S63).
    floor_check: bool = false, values [on or off], rule S(63), number 15;
    /// The points for all 30 points of `THIRTY`: 60, or 0 for no such rule (S63).
    all_points: u8 = 0, values [0 or 60], rule S(63), number 16;
}

impl Options {
    /// The preset `CASUAL`.
    pub const CASUAL: Self =
        Self { ten_of_diamonds: 2, most_cards_bonus: 4, opening_sweep_points: 50, ..Self::CLASSIC };

    /// The preset `PUNJAB` (S63).
    pub const PUNJAB: Self = Self {
        scoring: Scoring::Thirty,
        sweep_value: SweepValue::Card,
        floor_check: true,
        all_points: 60,
        minimum: 0,
        baazi_lead: 30,
        ..Self::CLASSIC
    };

    /// The number of seats that a match with these options has: 4, or 2 for two players (S1, S62).
    #[must_use]
    pub const fn seats(&self) -> u8 {
        if self.two_players { 2 } else { SEATS }
    }
}
