package match;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import taash.common.v1.Hand;
import taash.engine.v1.EngineServiceGrpc;
import taash.engine.v1.EngineServiceGrpc.EngineServiceBlockingStub;
import taash.engine.v1.NewGameRequest;
import taash.engine.v1.NewGameResponse;
import taash.engine.v1.View;
import taash.jhyap.v1.Preset;

/** What the tests share: the server, short matches of each game, and their hands. */
final class Table {
  private static final ManagedChannel CHANNEL = Client.connect();
  static final EngineServiceBlockingStub STUB = EngineServiceGrpc.newBlockingStub(CHANNEL);
  static final EngineServiceGrpc.EngineServiceStub STREAMS = EngineServiceGrpc.newStub(CHANNEL);

  private Table() {}

  /** A seed that has every kind of byte in it. */
  static ByteString seed() {
    byte[] seed = new byte[32];
    for (int i = 0; i < seed.length; i++) {
      seed[i] = (byte) (i * 85);
    }
    return ByteString.copyFrom(seed);
  }

  static NewGameRequest.Builder jhyap() {
    var request = NewGameRequest.newBuilder().setSeats(3).setSeed(seed());
    request.getJhyapBuilder().setPreset(Preset.PRESET_ISRAELI).setLimit(60);
    return request.setInclude(Client.include(3));
  }

  static NewGameRequest.Builder seep() {
    var request = NewGameRequest.newBuilder().setSeats(4).setSeed(seed());
    return request
        .setSeep(taash.seep.v1.Options.getDefaultInstance())
        .setInclude(Client.include(4));
  }

  static NewGameRequest.Builder pisYedili() {
    var request = NewGameRequest.newBuilder().setSeats(5).setSeed(seed());
    return request
        .setPisYedili(taash.pis_yedili.v1.Options.getDefaultInstance())
        .setInclude(Client.include(5));
  }

  static Stream<NewGameRequest> games() {
    return Stream.of(jhyap(), seep(), pisYedili()).map(NewGameRequest.Builder::build);
  }

  static NewGameResponse begin(NewGameRequest.Builder request) {
    return STUB.newGame(request.build());
  }

  /** Makes a call that must be refused, and returns the refusal. */
  static Refused refused(Executable call) throws InvalidProtocolBufferException {
    return Refused.from(assertThrows(StatusRuntimeException.class, call));
  }

  static List<Hand> hands(View view) {
    return switch (view.getViewCase()) {
      case JHYAP -> view.getJhyap().getHandsList();
      case SEEP -> view.getSeep().getHandsList();
      case PIS_YEDILI -> view.getPisYedili().getHandsList();
      case VIEW_NOT_SET -> throw new AssertionError("no view of a game: " + view);
    };
  }
}
