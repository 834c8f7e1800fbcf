//! What the tests of every game share: dice that can be rolled again, options by name, lists of moves.

use std::ops::ControlFlow;
use taash::cards::{Card, CardList, Cards, ClientSeed, Purpose, RandomStream, Seed, shuffle};
use taash::games::{Listing, OptionKind, Options, Position, Seat, Shuffles};

/// Random choices that are the same in every run.
pub(crate) struct Dice(RandomStream);

impl Dice {
    /// The dice of a test, by its name and a number.
    pub(crate) fn new(name: &str, number: u32) -> Self {
        Self(RandomStream::new(&seed(name), &ClientSeed::NONE, Purpose::Shuffle, number, u32::MAX))
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        assert_ne!(n, 0, "dice with no face");
        self.0.below(u32::try_from(n).unwrap()) as usize
    }

    /// True once in `n` times.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A seat of a table.
    pub(crate) fn seat(&mut self, seats: u8) -> Seat {
        Seat::new(u8::try_from(self.below(usize::from(seats))).unwrap())
    }

    /// Any of the 53 kinds of cards.
    pub(crate) fn any_card(&mut self) -> Card {
        Card::from_index(u8::try_from(self.below(Card::KINDS)).unwrap()).unwrap()
    }
}

/// The seed of a match that goes by this name, cut or filled up to 32 bytes.
pub(crate) fn seed(name: &str) -> Seed {
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().zip(name.bytes()) {
        *place = byte;
    }
    Seed::new(bytes)
}

/// The shuffle that a match of this seed makes.
pub(crate) fn shuffle_of(seed: &Seed, cards: Cards, deal: u32, index: u32) -> CardList {
    shuffle(cards, &mut RandomStream::new(seed, &ClientSeed::NONE, Purpose::Shuffle, deal, index))
}

/// Shuffles from a seed alone.
pub(crate) const fn shuffles(seed: &Seed) -> Shuffles<'_> {
    Shuffles::new(seed, &ClientSeed::NONE, &[])
}

/// More moves than any position of a real match has; a longer list is cut.
pub(crate) const MANY: usize = 30_000;

/// All legal moves, and whether these are really all.
pub(crate) fn legal<P: Position>(position: &P, card: Option<Card>) -> (Vec<P::Move>, Listing) {
    let mut moves = Vec::new();
    let listing = position.legal_moves(card, &mut |mv| {
        moves.push(mv);
        if moves.len() < MANY { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (moves, listing)
}

/// The move of a text that leaves nothing open.
pub(crate) fn mv<P: Position>(text: &str) -> P::Move {
    P::parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}")).literal
}

/// Options by name: `preset=ISRAELI call_limit=3 tie=CALLER_SAFE`, in one word each.
pub(crate) fn options<O: Options>(words: &str) -> O {
    let mut options = O::default();
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or_else(|| panic!("{word:?} is no option=value"));
        if name == "preset" {
            let index = O::PRESETS.iter().position(|&preset| preset == value);
            options = O::preset(index.unwrap_or_else(|| panic!("no preset {value}"))).unwrap();
            continue;
        }
        let spec = O::SPECS.iter().find(|spec| spec.name == name).unwrap_or_else(|| panic!("no option {name}"));
        let value = match spec.kind {
            OptionKind::Choice(names) => names.iter().position(|&name| name == value),
            OptionKind::Flag | OptionKind::Number { .. } | OptionKind::OneOf(_) => value.parse().ok(),
        };
        let value = value.unwrap_or_else(|| panic!("{word}: no such value"));
        (spec.set)(&mut options, u16::try_from(value).unwrap());
    }
    options
}

/// The options in words that [`options`] reads: what differs from `CLASSIC`.
pub(crate) fn describe<O: Options>(options: &O) -> String {
    let classic = O::default();
    let mut words = vec!["preset=CLASSIC".to_owned()];
    for spec in O::SPECS {
        let value = (spec.get)(options);
        if value == (spec.get)(&classic) {
            continue;
        }
        words.push(match spec.kind {
            OptionKind::Choice(names) => format!("{}={}", spec.name, names[usize::from(value)]),
            OptionKind::Flag | OptionKind::Number { .. } | OptionKind::OneOf(_) => format!("{}={value}", spec.name),
        });
    }
    words.join(" ")
}

/// Whether the files of expected results are to be written anew: `TAASH_BLESS=1`.
pub(crate) fn blessing() -> bool {
    std::env::var_os("TAASH_BLESS").is_some_and(|value| value == "1")
}

/// A file of test data by its path from the root of the project.
pub(crate) fn data_path(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

/// How a match begins, as a line of words: `match seats=4 dealer=0 seed=1 preset=CLASSIC call_limit=7`.
pub(crate) struct Beginning<P> {
    /// The match before its first deal.
    pub(crate) position: P,
    /// Its seed.
    pub(crate) seed: Seed,
}

impl<P: Position> Beginning<P> {
    /// Reads the line; `None` if it is another kind of line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let words = line.strip_prefix("match ")?;
        let (mut seats, mut dealer, mut starter, mut name, mut rest) = (P::SEATS.0, None, None, "", Vec::new());
        for word in words.split_whitespace() {
            let number = || word.split_once('=').unwrap().1.parse::<u8>().unwrap();
            match word.split_once('=') {
                Some(("seats", _)) => seats = number(),
                Some(("dealer", _)) => dealer = Some(Seat::new(number())),
                Some(("starter", _)) => starter = Some(Seat::new(number())),
                Some(("seed", value)) => name = value,
                _ => rest.push(word),
            }
        }
        let position = P::new_match(options(&rest.join(" ")), seats, dealer, starter)
            .unwrap_or_else(|faults| panic!("{line}: {faults:?}"));
        Some(Self { position, seed: seed(name) })
    }

    /// Makes a move.
    pub(crate) fn play(&mut self, mv: &P::Move) -> Vec<P::Event> {
        let mut events = Vec::new();
        self.position.play(None, mv, &mut shuffles(&self.seed), &mut events).unwrap_or_else(|e| panic!("{mv}: {e}"));
        events
    }
}
