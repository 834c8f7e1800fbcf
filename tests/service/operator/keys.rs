use super::super::support::refused;
use super::process::Process;
use prost::bytes::Bytes;
use std::path::{Path, PathBuf};
use taash::wire::pb::engine::{self as pb, Reason};

/// A folder that is gone when the test ends.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file as a mounted secret changes: all at once.
    pub(super) fn write(&self, name: &str, content: &str) -> String {
        let (file, new) = (self.0.join(name), self.0.join("new"));
        std::fs::write(&new, content).unwrap();
        std::fs::rename(new, &file).unwrap();
        file.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(super) fn key(id: u16) -> String {
    format!("{id} {}\n", format!("{:02x}", id % 256).repeat(32))
}

async fn new_state(server: &Process) -> Bytes {
    let request = pb::NewGameRequest {
        seats: 4,
        options: Some(pb::new_game_request::Options::PisYedili(Default::default())),
        ..Default::default()
    };
    server.client().await.new_game(request).await.unwrap().into_inner().state
}

/// The state and its digest after the first legal move.
async fn after_a_move(server: &Process, state: &Bytes) -> (Bytes, Bytes) {
    let mut client = server.client().await;
    let legal = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await.unwrap();
    let first = legal.into_inner().legal_moves.unwrap().moves[0].text.clone();
    let request = pb::ApplyRequest {
        state: state.clone(),
        moves: vec![super::super::support::text(&first)],
        ..Default::default()
    };
    let answer = client.apply(request).await.unwrap().into_inner();
    (answer.state, answer.status.unwrap().state_digest)
}

/// What the server says of a state: nothing if it reads it.
async fn objection(server: &Process, state: &Bytes) -> Option<(Reason, String)> {
    let request = pb::ScoreRequest { state: state.clone(), text: false };
    let status = server.client().await.score(request).await.err()?;
    let refused = refused(&status);
    Some((refused.reason, refused.refusal.detail))
}

fn unreadable(detail: &str) -> Option<(Reason, String)> {
    Some((Reason::StateUnreadable, detail.to_owned()))
}

#[tokio::test]
async fn keys_are_rotated_without_a_restart() {
    let folder = Folder::new("keys");
    let file = folder.write("keys", &key(1));
    let server = Process::start(&["--state-keys", &file, "--require-state-keys", "--reload-interval-ms", "50"]);
    let old = new_state(&server).await;
    assert_eq!(objection(&server, &old).await, None);

    folder.write("keys", &(key(2) + &key(1)));
    server.counted(r#"taash_reloads_total{what="state keys",result="taken"}"#, 1.0).await;
    let new = new_state(&server).await;
    assert_ne!(old[7..9], new[7..9], "the new key seals");
    let opened = async |id: u16| server.metric(&format!(r#"taash_states_opened_total{{key_id="{id}"}}"#)).await;
    let (before, unused) = (opened(1).await, opened(2).await);
    assert_eq!(objection(&server, &old).await, None, "the old key still opens");
    assert_eq!((opened(1).await, opened(2).await), (before + 1.0, unused), "counts go on across a rotation");
    assert!(before >= 1.0);

    folder.write("keys", "2 not a key\n");
    server.counted(r#"taash_reloads_total{what="state keys",result="refused"}"#, 1.0).await;
    assert_eq!(objection(&server, &old).await, None, "what cannot be taken changes nothing");

    folder.write("keys", &key(2));
    server.counted(r#"taash_reloads_total{what="state keys",result="taken"}"#, 2.0).await;
    assert_eq!(objection(&server, &old).await, unreadable("unknown_key"));
    assert_eq!(objection(&server, &new).await, None);
    assert!(!server.log().contains("not a key"), "{}", server.log());
    assert!(!server.log().contains("TAASH_STATE_KEYS is not set"));
}

#[tokio::test]
async fn a_hangup_makes_the_server_look_at_its_files_at_once() {
    let folder = Folder::new("hangup");
    let file = folder.write("keys", &key(1));
    let server = Process::start(&["--state-keys", &file, "--reload-interval-ms", "3600000"]);
    let old = new_state(&server).await;
    folder.write("keys", &key(3));
    server.signal("HUP");
    server.counted(r#"taash_reloads_total{what="state keys",result="taken"}"#, 1.0).await;
    assert_eq!(objection(&server, &old).await, unreadable("unknown_key"));

    let without_files = Process::start(&[]);
    without_files.signal("HUP");
    new_state(&without_files).await;
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_a_change_that_is_refused() {
    let folder = Folder::new("unreadable");
    let file = folder.write("keys", &key(1));
    let server = Process::start(&["--state-keys", &file, "--reload-interval-ms", "50"]);
    let old = new_state(&server).await;
    let refused = r#"taash_reloads_total{what="state keys",result="refused"}"#;
    std::fs::remove_file(&file).unwrap();
    server.counted(refused, 1.0).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(server.metric(refused).await, 1.0, "counted once, not at each check");
    assert_eq!(objection(&server, &old).await, None, "the keys stay in use");

    folder.write("keys", &key(1));
    server.counted(r#"taash_reloads_total{what="state keys",result="taken"}"#, 1.0).await;
    folder.write("keys", &(key(1) + &"#".repeat(2 * 1024 * 1024)));
    server.counted(refused, 2.0).await;
    assert_eq!(objection(&server, &old).await, None);
}

#[tokio::test]
async fn states_without_a_seal_are_taken_only_where_that_is_asked_for() {
    let folder = Folder::new("unsealed");
    let file = folder.write("keys", &key(1));
    let without = Process::start(&[]);
    let strict = Process::start(&["--state-keys", &file]);
    let lenient = Process::start(&["--state-keys", &file, "--accept-unsealed"]);
    let unsealed = new_state(&without).await;
    let sealed = new_state(&strict).await;
    assert_eq!(objection(&strict, &unsealed).await, unreadable("unsealed"));
    assert_eq!(objection(&lenient, &unsealed).await, None);
    assert_eq!(objection(&lenient, &sealed).await, None);
    assert_eq!(objection(&without, &sealed).await, unreadable("sealed"));

    lenient.logged("TAASH_ACCEPT_UNSEALED is set").await;
    assert_eq!(lenient.metric("taash_accepts_unsealed").await, 1.0);
    assert_eq!(strict.metric("taash_accepts_unsealed").await, 0.0);
    // What was sealed after all stays marked, move after move.
    let (once, digest) = after_a_move(&lenient, &unsealed).await;
    assert_eq!(after_a_move(&without, &unsealed).await.1, digest, "the mark is no part of the digest");
    let (twice, _) = after_a_move(&lenient, &once).await;
    for marked in [&once, &twice] {
        assert_eq!(objection(&strict, marked).await, unreadable("unsealed_origin"));
        assert_eq!(objection(&lenient, marked).await, None);
        assert_eq!(objection(&without, marked).await, unreadable("sealed"));
        // The mark cannot be taken off.
        let mut bytes = marked.to_vec();
        bytes[4] &= 0x7f;
        assert_eq!(objection(&strict, &bytes.into()).await, unreadable("tag"));
    }
    assert_eq!(objection(&strict, &after_a_move(&lenient, &sealed).await.0).await, None, "no mark on what was sealed");
    let mut bytes = unsealed.to_vec();
    bytes[4] |= 0x80;
    assert_eq!(objection(&without, &bytes.into()).await, unreadable("format"), "an unsealed state has no mark");
}
