package match;

import static java.util.stream.Collectors.joining;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.JsonFormat;
import io.grpc.ManagedChannel;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import taash.engine.v1.ApplyRequest;
import taash.engine.v1.EngineServiceGrpc;
import taash.engine.v1.EngineServiceGrpc.EngineServiceBlockingStub;
import taash.engine.v1.LegalMove;
import taash.engine.v1.NewGameRequest;
import taash.engine.v1.ScoreRequest;

/**
 * Plays the matches of a file by the choice rule of ../run.py and prints the transcript: Play FILE.
 */
final class Play {
  private Play() {}

  public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
    List<String> lines = Files.readAllLines(Path.of(arguments[0]));
    ManagedChannel channel = Client.connect();
    var stub = EngineServiceGrpc.newBlockingStub(channel);
    var out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
    for (int number = 1; number <= lines.size(); number++) {
      var request = NewGameRequest.newBuilder();
      JsonFormat.parser().merge(lines.get(number - 1), request);
      String game = request.getOptionsCase().name().toLowerCase(Locale.ROOT);
      out.printf("match %d %s %d\n", number, game, request.getSeats());
      request.setInclude(Client.include(request.getSeats()));
      play(stub, request.build(), out);
    }
    out.flush();
    channel.shutdownNow();
  }

  /** Plays one match to its end and prints every move. */
  private static void play(EngineServiceBlockingStub stub, NewGameRequest request, PrintStream out)
      throws NoSuchAlgorithmException {
    var begun = stub.newGame(request);
    ByteString state = begun.getState();
    var status = begun.getStatus();
    var legal = begun.getLegalMoves();
    while (!status.getMatchOver()) {
      LegalMove move = Client.choose(status, legal);
      boolean typed = status.getRevision() % 2 == 1;
      var answer =
          stub.apply(
              ApplyRequest.newBuilder()
                  .setState(state)
                  .addMoves(typed ? Client.typed(move) : Client.text(move))
                  .setSeat(legal.getSeat())
                  .setExpectedRevision(status.getRevision())
                  .setInclude(request.getInclude())
                  .build());
      out.printf(
          "%d %d %s %s\n",
          status.getRevision(),
          legal.getSeat(),
          move.getText(),
          hex(answer.getStatus().getStateDigest().toByteArray()));
      state = answer.getState();
      status = answer.getStatus();
      legal = answer.getLegalMoves();
    }
    var score = stub.score(ScoreRequest.newBuilder().setState(state).build());
    out.printf(
        "over %d winners %s totals %s state %s\n",
        status.getRevision(),
        score.getWinnersList().stream().map(String::valueOf).collect(joining(",")),
        score.getSeatsList().stream().map(seat -> "" + seat.getTotal()).collect(joining(",")),
        hex(MessageDigest.getInstance("SHA-256").digest(state.toByteArray())));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
