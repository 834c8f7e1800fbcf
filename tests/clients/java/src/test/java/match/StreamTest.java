package match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import taash.engine.v1.ApplyRequest;
import taash.engine.v1.CloseTable;
import taash.engine.v1.Include;
import taash.engine.v1.LegalMoves;
import taash.engine.v1.Move;
import taash.engine.v1.NewGameRequest;
import taash.engine.v1.PlayRequest;
import taash.engine.v1.PlayResponse;
import taash.engine.v1.Reason;
import taash.engine.v1.Status;

/** Many tables on one stream; only the first move of each carries a state. */
class StreamTest {
  /** Numbers that neither a double nor a signed 64-bit integer can represent. */
  private static final Map<Long, NewGameRequest.Builder> TABLES =
      Map.of(
          Long.parseUnsignedLong("9007199254740993"), Table.jhyap(),
          Long.parseUnsignedLong("9223372036854775808"), Table.seep(),
          Long.parseUnsignedLong("18446744073709551615"), Table.pisYedili());

  /** The responses in order of arrival; an empty one marks the end of the stream. */
  private final BlockingQueue<Optional<PlayResponse>> answers = new LinkedBlockingQueue<>();

  private final StreamObserver<PlayRequest> requests =
      Table.STREAMS.play(
          new StreamObserver<>() {
            @Override
            public void onNext(PlayResponse answer) {
              answers.add(Optional.of(answer));
            }

            @Override
            public void onError(Throwable error) {
              throw new AssertionError("the stream broke", error);
            }

            @Override
            public void onCompleted() {
              answers.add(Optional.empty());
            }
          });

  private Optional<PlayResponse> next() throws InterruptedException {
    var answer = answers.poll(1, TimeUnit.MINUTES);
    assertNotNull(answer, "no answer within a minute");
    return answer;
  }

  private static ApplyRequest.Builder move(Status status, LegalMoves legal) {
    return ApplyRequest.newBuilder()
        .addMoves(Client.typed(Client.choose(status, legal)))
        .setExpectedRevision(status.getRevision())
        .setInclude(Include.newBuilder().setLegalMoves(true));
  }

  @Test
  void manyTablesPlayOnOneStream() throws InterruptedException {
    var moves = new HashMap<Long, Integer>();
    TABLES.forEach(
        (table, game) -> {
          var begun = Table.begin(game);
          var first = move(begun.getStatus(), begun.getLegalMoves()).setState(begun.getState());
          moves.put(table, 0);
          requests.onNext(PlayRequest.newBuilder().setTable(table).setApply(first).build());
        });
    for (int open = TABLES.size(); open > 0; ) {
      var answer = next().orElseThrow();
      assertTrue(answer.hasApply(), answer::toString);
      var after = answer.getApply().getStatus();
      assertEquals(after.getRevision(), moves.computeIfPresent(answer.getTable(), (t, n) -> n + 1));
      if (after.getMatchOver()) {
        open--;
      } else {
        var apply = move(after, answer.getApply().getLegalMoves());
        var request = PlayRequest.newBuilder().setTable(answer.getTable()).setApply(apply);
        requests.onNext(request.build());
      }
    }

    // A refusal is a response; the stream continues.
    var request = PlayRequest.newBuilder().setTable(moves.keySet().iterator().next());
    var deal = ApplyRequest.newBuilder().addMoves(Move.newBuilder().setText("deal"));
    requests.onNext(request.setApply(deal).build());
    var refusal = next().orElseThrow().getRefusal();
    assertEquals(Reason.REASON_MATCH_OVER, refusal.getReason());
    assertEquals("G5", refusal.getRuleId());
    requests.onNext(request.setClose(CloseTable.getDefaultInstance()).build());
    var closed = next().orElseThrow();
    assertTrue(closed.hasClosed());
    assertEquals(request.getTable(), closed.getTable());
    requests.onCompleted();
    assertTrue(next().isEmpty());
  }
}
