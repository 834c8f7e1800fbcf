package match;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.util.Random;
import taash.common.v1.SeatStanding;
import taash.engine.v1.ApplyRequest;
import taash.engine.v1.EngineServiceGrpc;
import taash.engine.v1.EngineServiceGrpc.EngineServiceBlockingStub;
import taash.engine.v1.Include;
import taash.engine.v1.LegalMove;
import taash.engine.v1.Move;
import taash.engine.v1.NewGameRequest;
import taash.engine.v1.ScoreRequest;
import taash.engine.v1.Viewer;
import taash.seep.v1.Options;

/** A whole match by a client that knows no rules: FirstMatch HOST:PORT. */
final class FirstMatch {
  private FirstMatch() {}

  public static void main(String[] arguments) {
    ManagedChannel channel =
        Grpc.newChannelBuilder(arguments[0], InsecureChannelCredentials.create()).build();
    play(EngineServiceGrpc.newBlockingStub(channel));
    channel.shutdownNow();
  }

  // [first match]
  static void play(EngineServiceBlockingStub stub) {
    var include = Include.newBuilder().setLegalMoves(true);
    for (int seat = 0; seat < 4; seat++) {
      include.addViewers(Viewer.newBuilder().setSeat(seat));
    }
    var begun =
        stub.newGame(
            NewGameRequest.newBuilder()
                .setSeats(4)
                .setSeep(Options.getDefaultInstance()) // the preset CLASSIC
                .setInclude(include)
                .build());
    var state = begun.getState();
    var status = begun.getStatus();
    var legal = begun.getLegalMoves();
    var random = new Random();
    while (!status.getMatchOver()) {
      // Send the views to the players, keep the state, and ask legal.getSeat() for a move.
      LegalMove move = legal.getMoves(random.nextInt(legal.getMovesCount()));
      var answer =
          stub.apply(
              ApplyRequest.newBuilder()
                  .setState(state)
                  .addMoves(Move.newBuilder().setText(move.getText()))
                  .setSeat(legal.getSeat())
                  .setExpectedRevision(status.getRevision())
                  .setInclude(include)
                  .build());
      state = answer.getState();
      status = answer.getStatus();
      legal = answer.getLegalMoves();
    }
    var score = stub.score(ScoreRequest.newBuilder().setState(state).build());
    var totals = score.getSeatsList().stream().map(SeatStanding::getTotal).toList();
    System.out.println("winners: " + score.getWinnersList() + " totals: " + totals);
  }
  // [/first match]
}
