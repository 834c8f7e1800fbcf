package match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import taash.common.v1.Hand;
import taash.common.v1.Phase;
import taash.engine.v1.ApplyRequest;
import taash.engine.v1.GameInfo;
import taash.engine.v1.ListGamesRequest;
import taash.engine.v1.NewGameRequest;
import taash.engine.v1.ScoreRequest;
import taash.engine.v1.Status;
import taash.engine.v1.ViewerUpdate;

/** Whole matches by a client that knows no rules, with one call per turn. */
class MatchesTest {
  @Test
  void theCatalogueListsTheGames() {
    var catalogue = Table.STUB.listGames(ListGamesRequest.getDefaultInstance());
    var names = catalogue.getGamesList().stream().map(GameInfo::getName).sorted().toList();
    assertEquals(List.of("jhyap", "pis_yedili", "seep"), names);
    for (GameInfo game : catalogue.getGamesList()) {
      assertTrue(game.getMinSeats() <= 4 && 4 <= game.getMaxSeats(), game.getName());
      assertEquals("CLASSIC", game.getPresets(0).getName());
    }
  }

  @ParameterizedTest
  @MethodSource("match.Table#games")
  void aMatchOfEachGameIsPlayedToItsScore(NewGameRequest request) throws NoSuchAlgorithmException {
    var begun = Table.STUB.newGame(request);
    var state = begun.getState();
    var status = begun.getStatus();
    var legal = begun.getLegalMoves();
    var views = begun.getViewsList();
    while (!status.getMatchOver()) {
      eachSeatSeesItsOwnHandAlone(status, views);
      var move = Client.choose(status, legal);
      boolean typed = status.getRevision() % 2 == 1;
      var answer =
          Table.STUB.apply(
              ApplyRequest.newBuilder()
                  .setState(state)
                  .addMoves(typed ? Client.typed(move) : Client.text(move))
                  .setSeat(legal.getSeat())
                  .setExpectedRevision(status.getRevision())
                  .setInclude(request.getInclude())
                  .build());
      state = answer.getState();
      status = answer.getStatus();
      legal = answer.getLegalMoves();
      views = answer.getViewsList();
    }

    var score = Table.STUB.score(ScoreRequest.newBuilder().setState(state).build());
    assertTrue(score.getFinal());
    assertEquals(request.getSeats(), score.getSeatsCount());
    assertFalse(score.getWinnersList().isEmpty());
    for (int winner : score.getWinnersList()) {
      assertEquals(1, score.getSeats(winner).getPlace());
    }
    assertEquals(request.getSeed(), score.getSeed());
    var hash = MessageDigest.getInstance("SHA-256");
    var committed = ByteString.copyFromUtf8("taash/v1/commitment").concat(score.getSeed());
    var commitment = ByteString.copyFrom(hash.digest(committed.toByteArray()));
    assertEquals(commitment, begun.getSeedCommitment());
    assertEquals(commitment, score.getSeedCommitment());
  }

  private static void eachSeatSeesItsOwnHandAlone(Status status, List<ViewerUpdate> updates) {
    assertEquals(status.getSeats() + 1, updates.size());
    if (status.getPhase() == Phase.PHASE_DEAL) {
      return; // The hands are open until the next deal.
    }
    for (ViewerUpdate update : updates) {
      var viewer = update.getViewer();
      var hands = Table.hands(update.getView());
      var shown = hands.stream().filter(Hand::getShown).collect(Collectors.toList());
      assertEquals(viewer.hasSeat() ? 1 : 0, shown.size());
      for (Hand hand : hands) {
        boolean own = viewer.hasSeat() && viewer.getSeat() == hand.getSeat();
        assertEquals(own, hand.getShown());
        assertEquals(own ? hand.getCount() : 0, hand.getCardsCount());
      }
    }
  }
}
