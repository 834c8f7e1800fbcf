//! Fairness: what anyone can derive from the revealed seeds, and which claims are false.

use crate::support::{GAMES, Server, all_viewers, choose, fields, new_game, refused, text, viewer, views_for};
use std::collections::BTreeMap;
use taash::engine::Engine;
use taash::wire::pb::engine::{self as pb, Game};

/// The cards of the stock as the referee sees them.
fn stock(view: &pb::View) -> Vec<i32> {
    match view.view.as_ref().unwrap() {
        pb::view::View::Jhyap(view) => view.stock.clone(),
        pb::view::View::Seep(_) => Vec::new(),
        pb::view::View::PisYedili(view) => view.stock.clone(),
    }
}

fn options_of(begun: &pb::NewGameResponse) -> Option<pb::GameOptions> {
    begun.options
}

/// A match whose first deal, dealer and starter follow from the seed, for each game.
fn derive(game: Game, begun: &pb::NewGameResponse, shuffles: Vec<pb::ShuffleQuery>) -> pb::DeriveShufflesRequest {
    let seed = new_game(game, 7).seed.unwrap();
    pb::DeriveShufflesRequest { seed, seats: 4, options: options_of(begun), shuffles, ..Default::default() }
}

#[tokio::test]
async fn the_first_deal_is_derived_from_the_seed_and_verified() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let referee = viewer(pb::viewer::Viewer::Referee(pb::Referee {}));
        let request = pb::NewGameRequest { include: views_for(vec![referee]), ..new_game(game, 7) };
        let begun = client.new_game(request).await.unwrap().into_inner();
        let query = pb::ShuffleQuery { deal: 1, ..Default::default() };
        let derived = client.derive_shuffles(derive(game, &begun, vec![query])).await.unwrap().into_inner();
        assert_eq!(derived.seed_commitment, begun.seed_commitment);
        let order = derived.orders[0].cards.clone();
        let below = stock(begun.views[0].view.as_ref().unwrap());
        assert!(order.ends_with(&below), "{game:?}: the stock is what was not dealt");
        assert_eq!(derived.starter.is_some(), game == Game::Jhyap);

        let claim = pb::VerifyDealsRequest {
            seed_commitment: begun.seed_commitment.clone(),
            seed: new_game(game, 7).seed.unwrap(),
            seats: 4,
            options: options_of(&begun),
            shuffles: vec![pb::ClaimedShuffle { deal: 1, index: 0, cards: order }],
            draw: Some(pb::ClaimedDraw { dealer: Some(derived.dealer), starter: derived.starter }),
            ..Default::default()
        };
        let verdict = client.verify_deals(claim.clone()).await.unwrap().into_inner();
        assert!(verdict.valid && verdict.draw_valid && verdict.shuffles_valid == [true]);

        let mut other = claim.clone();
        other.draw.as_mut().unwrap().dealer = Some((derived.dealer + 1) % 4);
        let verdict = client.verify_deals(other).await.unwrap().into_inner();
        assert!(!verdict.valid && !verdict.draw_valid && verdict.commitment_valid);
        let mut other = claim.clone();
        other.shuffles[0].cards.swap(3, 4);
        assert_eq!(client.verify_deals(other).await.unwrap().into_inner().shuffles_valid, [false]);
        let verdict = client.verify_deals(pb::VerifyDealsRequest { seed: vec![8; 32].into(), ..claim }).await.unwrap();
        assert!(!verdict.into_inner().commitment_valid);
    }
}

/// A deck that is no deck has an order too, which follows from the seed: the cards give it away.
#[tokio::test]
async fn a_claimed_deck_with_other_cards_is_not_valid() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let begun = client.new_game(new_game(game, 7)).await.unwrap().into_inner();
        // Two aces of spades and no ace of clubs, put in the order of the seed by the core itself.
        let [ace_of_clubs, ace_of_spades] = [1, 4];
        let cards: Vec<i32> = (1..=52).map(|card| if card == ace_of_clubs { ace_of_spades } else { card }).collect();
        for (index, cards) in [(0, cards.clone()), (0, cards[..51].to_vec()), (1, cards)] {
            let claim = pb::VerifyDealsRequest {
                seed_commitment: begun.seed_commitment.clone(),
                seed: new_game(game, 7).seed.unwrap(),
                seats: 4,
                options: options_of(&begun),
                shuffles: vec![pb::ClaimedShuffle { deal: 1, index, cards: ordered(&cards, index) }],
                ..Default::default()
            };
            assert_eq!(client.verify_deals(claim).await.unwrap().into_inner().shuffles_valid, [false], "{game:?}");
        }
    }
}

/// The order that the seed gives to any cards.
fn ordered(cards: &[i32], index: u32) -> Vec<i32> {
    use taash::cards::{Card, CardList, ClientSeed, Purpose, RandomStream, Seed, shuffle};
    let of = |number: &i32| Card::from_index(u8::try_from(number - 1).unwrap()).unwrap();
    let cards = CardList::new(&cards.iter().map(of).collect::<Vec<_>>()).unwrap().to_cards().unwrap();
    let mut stream = RandomStream::new(&Seed::new([7; 32]), &ClientSeed::NONE, Purpose::Shuffle, 1, index);
    shuffle(cards, &mut stream).as_slice().iter().map(|card| i32::from(card.index()) + 1).collect()
}

/// Plays on until cards that were discarded become the stock, and returns them with the stock as it then is: the
/// request, the cards that were shuffled, and the order from the top.
fn reshuffle(engine: &Engine, game: Game) -> (pb::NewGameResponse, u32, Vec<i32>, Vec<i32>) {
    let include = views_for(all_viewers(4));
    let mut start = new_game(game, 7);
    start.options = Some(match game {
        Game::Jhyap => pb::new_game_request::Options::Jhyap(Default::default()),
        Game::PisYedili => pb::new_game_request::Options::PisYedili(taash::wire::pb::pis_yedili::Options {
            stock_out: Some(taash::wire::pb::pis_yedili::StockOut::Reshuffle.into()),
            ..Default::default()
        }),
        Game::Seep | Game::Unspecified => panic!("nothing is reshuffled in this game"),
    });
    let begun = engine.new_game(&start, || [0; 32]).unwrap();
    let mut state = begun.state.clone();
    for step in 0..5000 {
        let listed = engine.legal_moves(&pb::LegalMovesRequest { state: state.clone(), ..Default::default() });
        let legal = listed.unwrap().legal_moves.unwrap().moves;
        // Draws three times of four, so that the stock runs out, and no call, so that the deal goes on.
        let draws: Vec<_> = legal.iter().filter(|mv| mv.text == "draw" || mv.text.ends_with("take stock")).collect();
        let others = || legal.iter().filter(|mv| mv.text != "call").collect();
        let pool = if draws.is_empty() || step % 4 == 1 { others() } else { draws };
        let Some(mv) = pool.get(choose(11, step, pool.len().max(1))) else { panic!("the match is over") };
        let request =
            pb::ApplyRequest { state, moves: vec![text(&mv.text)], include: include.clone(), ..Default::default() };
        let before = engine.view(&pb::ViewRequest { state: request.state.clone(), include: include.clone() }).unwrap();
        let applied = engine.apply(&request).unwrap();
        let status = applied.status.clone().unwrap();
        if status.used_randomness && status.phase() != taash::wire::pb::common::Phase::Deal && is_reshuffle(&applied) {
            let discarded = discarded(before.views[5].view.as_ref().unwrap());
            let mut order = drawn(&applied);
            order.extend(stock(applied.views[5].view.as_ref().unwrap()));
            // Cards that were drawn before the shuffle came from the old stock.
            let old = stock(before.views[5].view.as_ref().unwrap()).len();
            return (begun, status.deal_number, discarded, order.split_off(old));
        }
        state = applied.state;
        assert!(!status.match_over, "no reshuffle in this match");
    }
    panic!("no reshuffle");
}

fn is_reshuffle(applied: &pb::ApplyResponse) -> bool {
    use taash::wire::pb::{jhyap, pis_yedili};
    applied.events.iter().any(|event| match event.event.as_ref().unwrap() {
        pb::event::Event::Jhyap(event) => matches!(event.kind, Some(jhyap::event::Kind::Reshuffled(_))),
        pb::event::Event::PisYedili(event) => matches!(event.kind, Some(pis_yedili::event::Kind::Reshuffled(_))),
        pb::event::Event::Seep(_) => false,
    })
}

/// The discarded cards that a reshuffle takes.
fn discarded(view: &pb::View) -> Vec<i32> {
    match view.view.as_ref().unwrap() {
        pb::view::View::Jhyap(view) => view.buried.clone(),
        pb::view::View::PisYedili(view) => view.under.clone(),
        pb::view::View::Seep(_) => Vec::new(),
    }
}

/// The cards drawn in the call, in order, as the referee sees them.
fn drawn(applied: &pb::ApplyResponse) -> Vec<i32> {
    use taash::wire::pb::{jhyap, pis_yedili};
    let cards = |event: &pb::Event| match event.event.clone().unwrap() {
        pb::event::Event::Jhyap(jhyap::Event { kind: Some(jhyap::event::Kind::Drew(drew)) }) => vec![drew.card],
        pb::event::Event::PisYedili(pis_yedili::Event { kind: Some(pis_yedili::event::Kind::Drew(drew)) }) => {
            drew.cards
        }
        pb::event::Event::Jhyap(_) | pb::event::Event::Seep(_) | pb::event::Event::PisYedili(_) => Vec::new(),
    };
    applied.views[5].events.iter().flat_map(cards).collect()
}

#[test]
fn a_reshuffle_is_derived_from_the_cards_that_were_discarded() {
    let engine = Engine::default();
    for game in [Game::Jhyap, Game::PisYedili] {
        let (begun, deal, cards, order) = reshuffle(&engine, game);
        let query = pb::ShuffleQuery { deal, index: 1, cards: cards.clone() };
        let derived = engine.derive_shuffles(&derive(game, &begun, vec![query])).unwrap();
        assert_eq!(derived.orders[0].cards, order, "{game:?}");
        let mut count = BTreeMap::new();
        cards.iter().for_each(|card| *count.entry(card).or_insert(0) += 1);
        assert!(count.len() > 5, "a reshuffle of some cards");
    }
}

#[tokio::test]
async fn deriving_and_verifying_tell_all_fields_at_fault() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let refusal = refused(&client.derive_shuffles(pb::DeriveShufflesRequest::default()).await.unwrap_err());
    assert_eq!(fields(&refusal), ["seed", "options"]);
    let refusal = refused(&client.verify_deals(pb::VerifyDealsRequest::default()).await.unwrap_err());
    assert_eq!(fields(&refusal), ["seed_commitment", "seed", "options"]);

    let begun = client.new_game(new_game(Game::Jhyap, 7)).await.unwrap().into_inner();
    let good = derive(Game::Jhyap, &begun, Vec::new());
    let query = |deal, index, cards: &[i32]| pb::ShuffleQuery { deal, index, cards: cards.to_vec() };
    let wrong = pb::DeriveShufflesRequest {
        client_seed: vec![0; 33].into(),
        shuffles: vec![query(0, 0, &[]), query(1, 1, &[]), query(1, 0, &[1]), query(1, 1, &[3, 3]), query(1, 1, &[99])],
        ..good.clone()
    };
    let expected = [
        "client_seed",
        "shuffles[0].deal",
        "shuffles[1].cards",
        "shuffles[2].cards",
        "shuffles[3].cards",
        "shuffles[4].cards[0]",
    ];
    assert_eq!(fields(&refused(&client.derive_shuffles(wrong).await.unwrap_err())), expected);
    let many = pb::DeriveShufflesRequest { shuffles: vec![query(1, 0, &[]); 1001], ..good.clone() };
    let refusal = refused(&client.derive_shuffles(many).await.unwrap_err());
    assert_eq!((&*refusal.refusal.detail, refusal.refusal.limit), ("claimed_shuffles", 1000));
    let alone = pb::DeriveShufflesRequest { seats: 1, ..good };
    assert_eq!(fields(&refused(&client.derive_shuffles(alone).await.unwrap_err())), ["seats"]);

    let begun = client.new_game(new_game(Game::Seep, 7)).await.unwrap().into_inner();
    let claim = pb::VerifyDealsRequest {
        seed_commitment: vec![0; 32].into(),
        seed: vec![0; 32].into(),
        seats: 4,
        options: options_of(&begun),
        shuffles: vec![pb::ClaimedShuffle::default(), pb::ClaimedShuffle { deal: 1, index: 0, cards: vec![99] }],
        draw: Some(pb::ClaimedDraw { dealer: Some(4), starter: Some(3) }),
        ..Default::default()
    };
    let refusal = refused(&client.verify_deals(claim).await.unwrap_err());
    let expected = ["shuffles[0].deal", "shuffles[0].cards", "shuffles[1].cards[0]", "draw.dealer", "draw.starter"];
    assert_eq!(fields(&refusal), expected);
}
