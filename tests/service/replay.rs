//! Replays: of whole matches, with views and events, in pages, and of steps that are refused.

use crate::support::{GAMES, Server, all_viewers, choose, fields, new_game, refused, text, views_for};
use prost::Message;
use taash::engine::{Engine, Limits};
use taash::wire::States;
use taash::wire::pb::engine::{self as pb, Game, Reason};

fn digests_of(replayed: &pb::ReplayResponse) -> Vec<prost::bytes::Bytes> {
    replayed.steps.iter().map(|step| step.digest.clone()).collect()
}

#[tokio::test]
async fn a_match_plays_again_to_the_same_digests() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let start = new_game(game, 4);
        let begun = client.new_game(start.clone()).await.unwrap().into_inner();
        let (mut state, mut digests, mut steps) =
            (begun.state.clone(), vec![begun.status.unwrap().state_digest], Vec::new());
        for step in 0..30 {
            let listed = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await;
            let legal = listed.unwrap().into_inner().legal_moves.unwrap().moves;
            let mv = text(&legal[choose(2, step, legal.len())].text);
            steps.push(pb::ReplayStep { r#move: Some(mv.clone()), ..Default::default() });
            let request = pb::ApplyRequest { state, moves: vec![mv], ..Default::default() };
            let answer = client.apply(request).await.unwrap().into_inner();
            digests.push(answer.status.unwrap().state_digest);
            state = answer.state;
        }
        let from = |start| pb::ReplayRequest { steps: steps.clone(), start: Some(start), ..Default::default() };
        let again = client.replay(from(pb::replay_request::Start::NewGame(start))).await.unwrap().into_inner();
        assert_eq!((&again.state, digests_of(&again)), (&state, digests));
        assert!(again.failed_step.is_none() && again.refusal.is_none());

        let mut broken = from(pb::replay_request::Start::State(begun.state));
        broken.steps[12].r#move = Some(text("deal"));
        let again = client.replay(broken.clone()).await.unwrap().into_inner();
        assert_eq!((again.failed_step, again.steps.len()), (Some(12), 13));
        let refusal = again.refusal.unwrap();
        assert_eq!((refusal.reason(), refusal.move_index), (Reason::WrongPhase, None));
        assert_eq!(again.status.unwrap().revision, 12);

        broken.steps[3] = pb::ReplayStep { seat: Some(9), ..Default::default() };
        let refusal = client.replay(broken).await.unwrap().into_inner().refusal.unwrap();
        let places: Vec<_> = refusal.faults.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!(places, ["steps[3].move", "steps[3].seat"]);
    }
    let nobody = pb::NewGameRequest { seats: 1, ..new_game(Game::Seep, 4) };
    let start = Some(pb::replay_request::Start::NewGame(nobody));
    let status = client.replay(pb::ReplayRequest { start, ..Default::default() }).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["new_game.seats"]);
    let status = client.replay(pb::ReplayRequest::default()).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["start"]);
}

#[tokio::test]
async fn a_refused_step_of_a_replay_leaves_what_the_steps_before_it_made() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let begun =
        client.new_game(pb::NewGameRequest { await_client_seed: true, ..new_game(Game::Jhyap, 9) }).await.unwrap();
    let begun = begun.into_inner();
    let step = |text_of: &str| pb::ReplayStep {
        r#move: Some(text(text_of)),
        client_seed: Some(b"ours".to_vec().into()),
        ..Default::default()
    };
    let replay = |steps| pb::ReplayRequest {
        start: Some(pb::replay_request::Start::State(begun.state.clone())),
        steps,
        ..Default::default()
    };
    let refused = client.replay(replay(vec![step("call")])).await.unwrap().into_inner();
    assert_eq!(refused.failed_step, Some(0));
    assert_eq!(refused.state, begun.state, "it still awaits its client seed");
    assert_eq!(digests_of(&refused), [refused.status.unwrap().state_digest]);

    let abandon = pb::ReplayStep { abandon: true, ..Default::default() };
    let ended = client.replay(replay(vec![step("deal"), abandon.clone()])).await.unwrap().into_inner();
    let status = ended.status.unwrap();
    assert!(ended.failed_step.is_none() && status.abandoned && status.revision == 2);
    assert!(status.revealed_hidden, "the seed may be told from here on");
    let mixed = pb::ReplayStep { r#move: Some(text("deal")), ..abandon };
    let refusal = client.replay(replay(vec![mixed])).await.unwrap().into_inner().refusal.unwrap();
    assert_eq!(refusal.faults[0].field, "steps[0].abandon");
}

/// A match of thirty moves with everything that the calls returned: the request that replays it, and the steps that it is to
/// return with `include`.
fn played(engine: &Engine, game: Game, include: &pb::Include) -> (pb::ReplayRequest, Vec<pb::ReplayedStep>) {
    let start = pb::NewGameRequest { include: Some(include.clone()), ..new_game(game, 8) };
    let begun = engine.new_game(&start, || [0; 32]).unwrap();
    let frame = |step, status: pb::Status, events, views| pb::ReplayedStep {
        step,
        revision: status.revision,
        digest: status.state_digest,
        events,
        views,
    };
    let mut expected = vec![frame(0, begun.status.unwrap(), begun.events, begun.views)];
    let (mut state, mut steps) = (begun.state, Vec::new());
    for step in 1..=30 {
        let listed = engine.legal_moves(&pb::LegalMovesRequest { state: state.clone(), ..Default::default() });
        let legal = listed.unwrap().legal_moves.unwrap();
        let mv = text(&legal.moves[choose(5, steps.len(), legal.moves.len())].text);
        let request = pb::ApplyRequest {
            state,
            moves: vec![mv.clone()],
            seat: legal.seat,
            include: Some(include.clone()),
            ..Default::default()
        };
        let applied = engine.apply(&request).unwrap();
        expected.push(frame(step, applied.status.unwrap(), applied.events, applied.views));
        steps.push(pb::ReplayStep { r#move: Some(mv), seat: legal.seat, ..Default::default() });
        state = applied.state;
    }
    let start = Some(pb::replay_request::Start::NewGame(start));
    (pb::ReplayRequest { start, steps, include: Some(include.clone()), ..Default::default() }, expected)
}

#[test]
fn a_replay_shows_each_viewer_what_the_calls_showed() {
    let engine = Engine::default();
    let include = pb::Include { text: true, ..views_for(all_viewers(4)).unwrap() };
    for game in GAMES {
        let (request, expected) = played(&engine, game, &include);
        let whole = engine.replay(&request, || [0; 32]).unwrap();
        assert_eq!((whole.failed_step, whole.next_step), (None, None));
        assert_eq!(whole.steps, expected);
        assert!(whole.steps.iter().flat_map(|step| &step.events).all(|event| !event.text.is_empty()));
    }
}

#[test]
fn pages_of_a_replay_fit_into_a_response_and_make_the_whole() {
    let include = views_for(all_viewers(4)).unwrap();
    for game in GAMES {
        let (request, expected) = played(&Engine::default(), game, &include);
        let whole = Engine::default().replay(&request, || [0; 32]).unwrap();
        for (max_response_bytes, max_steps) in [(8000, None), (1 << 20, Some(7)), (1 << 20, Some(1))] {
            let engine = Engine::new(Limits { max_response_bytes, ..Limits::default() }, States::unsealed());
            let (mut pages, mut first_step, mut steps) = (0, 0, Vec::new());
            loop {
                let request = pb::ReplayRequest { first_step, max_steps, ..request.clone() };
                let page = engine.replay(&request, || [0; 32]).unwrap();
                assert!(page.encoded_len() <= max_response_bytes as usize);
                assert_eq!((&page.state, &page.status), (&whole.state, &whole.status));
                steps.extend(page.steps);
                pages += 1;
                let Some(next) = page.next_step else { break };
                assert!(next > first_step, "each page goes on");
                first_step = next;
            }
            assert_eq!(steps, expected);
            assert!(pages >= 3, "{game:?}: {pages} pages of {max_response_bytes} bytes");
        }
        let small = Engine::new(Limits { max_response_bytes: 300, ..Limits::default() }, States::unsealed());
        let refusal = small.replay(&request, || [0; 32]).unwrap_err();
        assert_eq!((refusal.reason(), &*refusal.message().detail), (Reason::LimitExceeded, "max_response_bytes"));
    }
}

#[test]
fn the_fields_of_a_page_are_checked() {
    let engine = Engine::default();
    let (request, _) = played(&engine, Game::Seep, &pb::Include::default());
    let faults = |request: &pb::ReplayRequest| -> Vec<String> {
        let refusal = engine.replay(request, || [0; 32]).unwrap_err();
        refusal.message().faults.iter().map(|fault| fault.field.clone()).collect()
    };
    let include = Some(pb::Include { legal_moves: true, limit: Some(0), ..Default::default() });
    let wrong = pb::ReplayRequest { first_step: 31, max_steps: Some(0), include, ..request.clone() };
    assert_eq!(faults(&wrong), ["include.legal_moves", "include.limit", "first_step", "max_steps"]);
    let include = views_for(vec![crate::support::viewer(pb::viewer::Viewer::Seat(4))]);
    assert_eq!(faults(&pb::ReplayRequest { include, ..request.clone() }), ["include.viewers[0].seat"]);

    let last = engine.replay(&pb::ReplayRequest { first_step: 30, ..request.clone() }, || [0; 32]).unwrap();
    assert_eq!((last.steps.len(), last.steps[0].step, last.next_step), (1, 30, None));

    let Some(pb::replay_request::Start::NewGame(start)) = request.start.clone() else { panic!("it begins a match") };
    let unseeded = pb::NewGameRequest { seed: None, ..start };
    let start = Some(pb::replay_request::Start::NewGame(unseeded));
    assert_eq!(faults(&pb::ReplayRequest { start, first_step: 1, ..request }), ["new_game.seed"]);
}
