use crate::games::options::{choice, options};

choice! {
    /// Whether loose groups must join a house that is made or added to (S29).
    pub enum AbsorbSums {
        /// The player chooses which groups join; single cards of the value always do.
        Optional = "OPTIONAL",
        /// No loose group of the house's value may be left.
        Mandatory = "MANDATORY",
    }
}

options! {
    /// The options of a match of Seep with all their values. The default is the preset `CLASSIC`.
    pub struct Options;
    presets CLASSIC, CASUAL;
    seats 4..=4, rule S(1);
    constraints &[];

    /// The points of the ten of diamonds: 6 or 2 (S3).
    ten_of_diamonds: u8 = 6, values [6 or 2], rule S(3), number 2;
    /// The points of the team with more cards: 0 or 4 (S3).
    most_cards_bonus: u8 = 0, values [0 or 4], rule S(3), number 3;
    /// Whether loose groups must join a house (S29).
    absorb_sums: AbsorbSums = AbsorbSums::Optional, values [choice], rule S(29), number 4;
    /// The points of a sweep, 0..=100 (S53).
    sweep_points: u8 = 50, values [0..=100], rule S(53), number 5;
    /// The points of a sweep by the first play of a deal, 0..=100 (S53).
    opening_sweep_points: u8 = 25, values [0..=100], rule S(53), number 6;
    /// The points that a team needs in a deal, 0..=50; 0 for no such rule (S56).
    minimum: u8 = 9, values [0..=50], rule S(56), number 7;
    /// The lead that wins a baazi, 10..=1000 (S57).
    baazi_lead: u16 = 100, values [10..=1000], rule S(57), number 8;
    /// The baazis that win the match, 1..=25 (S58).
    baazis: u8 = 1, values [1..=25], rule S(58), number 9;
}

impl Options {
    /// The preset `CASUAL`.
    pub const CASUAL: Self =
        Self { ten_of_diamonds: 2, most_cards_bonus: 4, opening_sweep_points: 50, ..Self::CLASSIC };
}
