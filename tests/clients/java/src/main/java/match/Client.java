package match;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import taash.engine.v1.Include;
import taash.engine.v1.LegalMove;
import taash.engine.v1.LegalMoves;
import taash.engine.v1.Move;
import taash.engine.v1.Spectator;
import taash.engine.v1.Status;
import taash.engine.v1.Viewer;

/** What a client of Taash needs besides the generated code. */
final class Client {
  private Client() {}

  /** A channel to the server that TAASH_ADDRESS names. */
  static ManagedChannel connect() {
    String address = System.getenv("TAASH_ADDRESS");
    return Grpc.newChannelBuilder(address, InsecureChannelCredentials.create()).build();
  }

  static Viewer seat(int seat) {
    return Viewer.newBuilder().setSeat(seat).build();
  }

  /** Legal moves, and a view for every seat and the spectator: one call per turn is enough. */
  static Include include(int seats) {
    var include = Include.newBuilder().setLegalMoves(true);
    for (int seat = 0; seat < seats; seat++) {
      include.addViewers(seat(seat));
    }
    include.addViewersBuilder().setSpectator(Spectator.getDefaultInstance());
    return include.build();
  }

  /** The choice rule: every client that follows it plays the same match. */
  static LegalMove choose(Status status, LegalMoves legal) {
    long number = status.getStateDigest().asReadOnlyByteBuffer().getLong();
    return legal.getMoves((int) Long.remainderUnsigned(number, legal.getMovesCount()));
  }

  /** A legal move as a text move of a request. */
  static Move text(LegalMove move) {
    return Move.newBuilder().setText(move.getText()).build();
  }

  /** A legal move as a typed move of a request. */
  static Move typed(LegalMove move) {
    var typed = Move.newBuilder();
    switch (move.getMoveCase()) {
      case JHYAP -> typed.setJhyap(move.getJhyap());
      case SEEP -> typed.setSeep(move.getSeep());
      case PIS_YEDILI -> typed.setPisYedili(move.getPisYedili());
      case MOVE_NOT_SET -> throw new IllegalArgumentException("a move of another game: " + move);
    }
    return typed.build();
  }
}
