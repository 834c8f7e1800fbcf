//! The stream: the same answers and refusals as unary calls, tables kept apart, limits, and how it ends.

use crate::support::{GAMES, Server, choose, new_game, refused, typed};
use std::time::Duration;
use taash::wire::pb::engine::engine_service_client::EngineServiceClient;
use taash::wire::pb::engine::{self as pb, Game, Reason, play_request::Request, play_response::Answer};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;
use tonic::{Code, Status, Streaming};

const SOON: Duration = Duration::from_secs(20);

/// A client's end of a stream.
struct Stream {
    requests: mpsc::Sender<pb::PlayRequest>,
    answers: Streaming<pb::PlayResponse>,
}

impl Stream {
    async fn open(client: &mut EngineServiceClient<Channel>) -> Self {
        let (requests, receiver) = mpsc::channel(4);
        let answers = client.play(ReceiverStream::new(receiver)).await.unwrap().into_inner();
        Self { requests, answers }
    }

    async fn send(&self, table: u64, request: Request) {
        self.requests.send(pb::PlayRequest { table, request: Some(request) }).await.unwrap();
    }

    async fn next(&mut self) -> Result<Option<pb::PlayResponse>, Status> {
        timeout(SOON, self.answers.message()).await.expect("the stream has come to a stand")
    }

    async fn ask(&mut self, table: u64, request: Request) -> Answer {
        self.send(table, request).await;
        let answer = self.next().await.unwrap().expect("every request has an answer");
        assert_eq!(answer.table, table);
        answer.answer.unwrap()
    }

    async fn apply(&mut self, table: u64, request: pb::ApplyRequest) -> Result<pb::ApplyResponse, pb::Refusal> {
        match self.ask(table, Request::Apply(request)).await {
            Answer::Apply(answer) => Ok(answer),
            Answer::Refusal(refusal) => Err(refusal),
            Answer::Closed(_) => panic!("nothing was to be closed"),
        }
    }

    async fn refusal(&mut self, table: u64, request: pb::ApplyRequest) -> pb::Refusal {
        self.apply(table, request).await.unwrap_err()
    }
}

async fn begin(client: &mut EngineServiceClient<Channel>, game: Game, seed: u8) -> pb::NewGameResponse {
    client.new_game(new_game(game, seed)).await.unwrap().into_inner()
}

async fn legal(client: &mut EngineServiceClient<Channel>, state: &prost::bytes::Bytes) -> Vec<pb::Move> {
    let request = pb::LegalMovesRequest { state: state.clone(), ..Default::default() };
    let answer = client.legal_moves(request).await.unwrap().into_inner();
    answer.legal_moves.unwrap().moves.iter().map(typed).collect()
}

fn moves(moves: impl Into<Vec<pb::Move>>) -> pb::ApplyRequest {
    pb::ApplyRequest { moves: moves.into(), ..Default::default() }
}

fn draw() -> pb::Move {
    crate::support::text("draw")
}

#[tokio::test]
async fn a_table_goes_on_without_its_state_and_answers_as_unary_calls_do() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let mut stream = Stream::open(&mut client).await;
    let mut states = Vec::new();
    for (i, game) in GAMES.into_iter().enumerate() {
        states.push(begin(&mut client, game, u8::try_from(i).unwrap()).await.state);
    }
    for step in 0..60 {
        // The tables take turns on the one stream.
        for (table, state) in (0..).zip(&mut states) {
            let legal = legal(&mut client, state).await;
            if legal.is_empty() {
                continue;
            }
            let mv = legal[choose(table, step, legal.len())].clone();
            let include =
                Some(pb::Include { legal_moves: true, viewers: crate::support::all_viewers(4), ..Default::default() });
            let request = pb::ApplyRequest { state: state.clone(), include, ..moves([mv]) };
            let unary = client.apply(request.clone()).await.unwrap().into_inner();
            let without = if step == 0 { request } else { pb::ApplyRequest { state: Default::default(), ..request } };
            assert_eq!(stream.apply(table, without).await.unwrap(), unary);
            *state = unary.state;
        }
    }
}

#[tokio::test]
async fn refusals_are_those_of_unary_calls_and_end_nothing() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let mut stream = Stream::open(&mut client).await;
    let state = begin(&mut client, Game::PisYedili, 1).await.state;
    let mut spoilt = state.to_vec();
    spoilt[20] ^= 1;
    let with_state = |request: pb::ApplyRequest| pb::ApplyRequest { state: state.clone(), ..request };
    let requests = [
        pb::ApplyRequest { state: state.clone(), ..Default::default() },
        pb::ApplyRequest { state: spoilt.into(), ..moves([draw()]) },
        pb::ApplyRequest { expected_revision: Some(9), ..with_state(moves([draw()])) },
        with_state(moves([crate::support::text("call")])),
        with_state(moves([crate::support::text("pass")])),
        with_state(moves([crate::support::text("deal")])),
        pb::ApplyRequest { seat: Some(77), ..with_state(moves(vec![draw(); 65])) },
        with_state(moves(vec![draw(); 65])),
    ];
    for request in requests {
        let status = client.apply(request.clone()).await.unwrap_err();
        assert_eq!(stream.refusal(7, request).await, refused(&status).refusal);
    }
    let nothing = stream.ask(7, Request::Close(pb::CloseTable {})).await;
    assert!(matches!(nothing, Answer::Closed(_)), "closing what is not held is no fault");
}

#[tokio::test]
async fn a_refused_request_changes_nothing() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let mut stream = Stream::open(&mut client).await;
    let state = begin(&mut client, Game::PisYedili, 2).await.state;
    let legal = legal(&mut client, &state).await;
    let first = pb::ApplyRequest { state: state.clone(), ..moves([legal[0].clone()]) };

    // A table whose first request is refused holds no match.
    let bad = pb::ApplyRequest { state: state.clone(), ..moves([crate::support::text("pass")]) };
    assert_eq!(stream.refusal(1, bad.clone()).await.rule_id, "P19");
    let unknown = stream.refusal(1, moves([draw()])).await;
    assert_eq!((unknown.reason(), unknown.faults[0].field.as_str()), (Reason::FieldInvalid, "state"));

    // A table that holds one goes on from its last answer, also if the refused request brought a state.
    let after = stream.apply(1, first.clone()).await.unwrap();
    assert_eq!(stream.refusal(1, bad).await.rule_id, "P19");
    let several = moves([crate::support::text("deal")]);
    assert_eq!(stream.refusal(1, several).await.reason(), Reason::WrongPhase);
    let next = self::legal(&mut client, &after.state).await[0].clone();
    let request = pb::ApplyRequest { expected_revision: Some(1), ..moves([next]) };
    assert_eq!(stream.apply(1, request).await.unwrap().status.unwrap().revision, 2);

    // A new state puts the table elsewhere.
    assert_eq!(stream.apply(1, first).await.unwrap(), after);
}

#[tokio::test]
async fn a_closed_table_is_forgotten_and_tables_are_apart() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let mut stream = Stream::open(&mut client).await;
    let state = begin(&mut client, Game::Jhyap, 3).await.state;
    let mv = legal(&mut client, &state).await[0].clone();
    let first = pb::ApplyRequest { state, ..moves([mv]) };
    for table in [0, u64::MAX] {
        stream.apply(table, first.clone()).await.unwrap();
    }
    assert!(matches!(stream.ask(0, Request::Close(pb::CloseTable {})).await, Answer::Closed(_)));
    let call = crate::support::text("call");
    let abandon = pb::ApplyRequest { abandon: true, ..Default::default() };
    assert_eq!(stream.refusal(0, abandon.clone()).await.reason(), Reason::FieldInvalid);
    assert!(stream.apply(u64::MAX, abandon).await.unwrap().status.unwrap().abandoned);
    assert_eq!(stream.refusal(u64::MAX, moves([call])).await.reason(), Reason::MatchOver);

    // Another stream knows none of them.
    let mut other = Stream::open(&mut client).await;
    assert_eq!(other.refusal(u64::MAX, moves([draw()])).await.faults[0].field, "state");

    stream.requests.send(pb::PlayRequest { table: 5, request: None }).await.unwrap();
    let answer = stream.next().await.unwrap().unwrap();
    let Some(Answer::Refusal(refusal)) = answer.answer else { panic!("neither apply nor close") };
    assert_eq!((answer.table, refusal.faults[0].field.as_str()), (5, "request"));
}

#[tokio::test]
async fn a_stream_holds_so_many_tables_and_no_more() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let limits = client.list_games(pb::ListGamesRequest {}).await.unwrap().into_inner().limits.unwrap();
    let most = u64::from(limits.max_stream_tables);
    let state = begin(&mut client, Game::Seep, 4).await.state;
    let mv = legal(&mut client, &state).await[0].clone();
    let first = pb::ApplyRequest { state, ..moves([mv]) };
    let mut stream = Stream::open(&mut client).await;
    for table in 0..most {
        stream.apply(table, first.clone()).await.unwrap();
    }
    let refusal = stream.refusal(most, first.clone()).await;
    assert_eq!((refusal.reason(), refusal.detail.as_str()), (Reason::LimitExceeded, "stream_tables"));
    assert_eq!(u64::from(refusal.limit), most);
    stream.apply(most - 1, first.clone()).await.unwrap();
    stream.ask(0, Request::Close(pb::CloseTable {})).await;
    stream.apply(most, first).await.unwrap();
}

#[tokio::test]
async fn requests_may_be_sent_ahead_and_come_back_in_order() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let state = begin(&mut client, Game::PisYedili, 5).await.state;
    let mut stream = Stream::open(&mut client).await;
    // A move, then what depends on it, without waiting: the second of each pair is refused by the revision alone.
    let requests = stream.requests.clone();
    let mv = legal(&mut client, &state).await[0].clone();
    let sender = tokio::spawn(async move {
        for table in 0..500 {
            let first = pb::ApplyRequest { state: state.clone(), ..moves([mv.clone()]) };
            let stale = pb::ApplyRequest { expected_revision: Some(0), ..moves([mv.clone()]) };
            for apply in [first, stale] {
                requests.send(pb::PlayRequest { table, request: Some(Request::Apply(apply)) }).await.unwrap();
            }
        }
    });
    for table in 0..500 {
        let first = stream.next().await.unwrap().unwrap();
        assert!(first.table == table && matches!(first.answer, Some(Answer::Apply(_))));
        let second = stream.next().await.unwrap().unwrap();
        let Some(Answer::Refusal(refusal)) = second.answer else { panic!("the revision is another by then") };
        assert_eq!((second.table, refusal.reason()), (table, Reason::StaleState));
    }
    sender.await.unwrap();
    let Stream { requests, mut answers } = stream;
    drop(requests);
    assert!(timeout(SOON, answers.message()).await.unwrap().unwrap().is_none(), "it ends well when the client has");
}

#[tokio::test]
async fn who_reads_no_answers_can_send_no_more() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let state = begin(&mut client, Game::Jhyap, 6).await.state;
    let mv = legal(&mut client, &state).await[0].clone();
    let include =
        Some(pb::Include { legal_moves: true, viewers: crate::support::all_viewers(4), ..Default::default() });
    let request = pb::ApplyRequest { state, include, ..moves([mv]) };
    let mut stream = Stream::open(&mut client).await;
    let mut sent = 0;
    while sent < 20_000 {
        let one = pb::PlayRequest { table: 1, request: Some(Request::Apply(request.clone())) };
        match timeout(Duration::from_millis(500), stream.requests.send(one)).await {
            Ok(result) => result.unwrap(),
            Err(_) => break,
        }
        sent += 1;
    }
    assert!(sent < 20_000, "the server read on although nobody took its answers");
    for _ in 0..sent {
        assert!(matches!(stream.next().await.unwrap().unwrap().answer, Some(Answer::Apply(_))));
    }
}

#[tokio::test]
async fn shutting_down_ends_a_stream_as_unavailable_after_its_answers() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let state = begin(&mut client, Game::Seep, 7).await.state;
    let mv = legal(&mut client, &state).await[0].clone();
    let mut stream = Stream::open(&mut client).await;
    stream.apply(1, pb::ApplyRequest { state, ..moves([mv]) }).await.unwrap();
    drop(server);
    let status = stream.next().await.unwrap_err();
    assert_eq!((status.code(), refused(&status).reason), (Code::Unavailable, Reason::Unavailable));
}
