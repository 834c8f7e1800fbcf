package match;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Status.Code;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import taash.cards.v1.Card;
import taash.common.v1.Hand;
import taash.common.v1.Phase;
import taash.engine.v1.ApplyRequest;
import taash.engine.v1.Event;
import taash.engine.v1.Game;
import taash.engine.v1.Move;
import taash.engine.v1.PlayRequest;
import taash.engine.v1.ScoreRequest;
import taash.engine.v1.ShuffleOrder;
import taash.engine.v1.Status;
import taash.engine.v1.Viewer;
import taash.jhyap.v1.Keep;

/** 64-bit numbers, enums, bytes and oneofs, on the wire and in JSON. */
class ValuesTest {
  private static com.google.gson.JsonObject json(MessageOrBuilder message)
      throws InvalidProtocolBufferException {
    return JsonParser.parseString(JsonFormat.printer().print(message)).getAsJsonObject();
  }

  /** The numbers are unsigned: Java represents those from 2^63 as negative. */
  @ParameterizedTest
  @ValueSource(strings = {"9007199254740993", "9223372036854775808", "18446744073709551615"})
  void numbersOf64BitsAreStringsInJson(String text) throws InvalidProtocolBufferException {
    long number = Long.parseUnsignedLong(text);
    var request = PlayRequest.newBuilder().setTable(number).build();
    assertEquals(number, PlayRequest.parseFrom(request.toByteString()).getTable());
    var written = json(request).get("table").getAsJsonPrimitive();
    assertTrue(written.isString());
    assertEquals(text, written.getAsString());
    var read = PlayRequest.newBuilder();
    JsonFormat.parser().merge(JsonFormat.printer().print(request), read);
    assertEquals(number, read.getTable());
  }

  @Test
  void enumsHaveTheirNames() throws InvalidProtocolBufferException {
    assertEquals(Game.GAME_PIS_YEDILI, Game.valueOf("GAME_PIS_YEDILI"));
    Card queen = Card.forNumber(4 * (12 - 1) + 4);
    assertEquals(Card.CARD_QUEEN_OF_SPADES, queen);
    var order = json(ShuffleOrder.newBuilder().addCards(queen));
    assertEquals("CARD_QUEEN_OF_SPADES", order.getAsJsonArray("cards").get(0).getAsString());
  }

  @Test
  void anEnumValueOfANewerServerIsKept() throws IOException {
    var wire = new ByteArrayOutputStream();
    var out = CodedOutputStream.newInstance(wire);
    out.writeEnum(Status.PHASE_FIELD_NUMBER, 99);
    out.flush();
    var status = Status.parseFrom(wire.toByteArray());
    assertEquals(Phase.UNRECOGNIZED, status.getPhase());
    assertEquals(99, status.getPhaseValue());
    assertArrayEquals(wire.toByteArray(), status.toByteArray());
    // Such a value has a number but no name.
    assertThrows(IllegalArgumentException.class, Phase.UNRECOGNIZED::getNumber);

    // A hand with card 200 between two that are known.
    byte[] cards = {3 << 3 | 2, 4, 1, (byte) 0xc8, 0x01, 2};
    var hand = Hand.parseFrom(cards);
    assertEquals(List.of(1, 200, 2), hand.getCardsValueList());
    assertEquals(Card.UNRECOGNIZED, hand.getCards(1));
  }

  @Test
  void anEventOfANewerServerIsUnknown() throws InvalidProtocolBufferException {
    // Field 14 of Event, an empty message: an event of a fourth game.
    byte[] wire = {14 << 3 | 2, 0};
    var event = Event.parseFrom(wire);
    assertEquals(Event.EventCase.EVENT_NOT_SET, event.getEventCase());
    assertArrayEquals(wire, event.toByteArray());
  }

  @Test
  void anUnknownEnumValueIsRefusedByTheServer() throws InvalidProtocolBufferException {
    var request = Table.jhyap();
    request.getJhyapBuilder().setPresetValue(99);
    var said = Table.refused(() -> Table.STUB.newGame(request.build()));
    assertEquals(1, said.fields().size());
    assertEquals("jhyap.preset", said.fields().get(0).getField());
  }

  @Test
  void bytesComeBackAsTheyWere() throws InvalidProtocolBufferException {
    var state = Table.begin(Table.seep()).getState();
    assertEquals(state, Table.begin(Table.seep()).getState());
    var written = json(ScoreRequest.newBuilder().setState(state)).get("state").getAsString();
    assertEquals(state, ByteString.copyFrom(Base64.getDecoder().decode(written)));
  }

  @Test
  void aOneofHasOneValueTheLast() throws InvalidProtocolBufferException {
    var none = Move.parseFrom(Move.getDefaultInstance().toByteString());
    assertEquals(Move.MoveCase.MOVE_NOT_SET, none.getMoveCase());

    var text = Move.newBuilder().setText("deal");
    var typed = Move.newBuilder();
    typed.getJhyapBuilder().setKeep(Keep.getDefaultInstance());
    // On the wire, both can be present: the last one counts.
    var both = text.build().toByteString().concat(typed.build().toByteString());
    var read = Move.parseFrom(both);
    assertEquals(Move.MoveCase.JHYAP, read.getMoveCase());
    assertFalse(read.hasText());
    assertEquals(read, text.setJhyap(typed.getJhyap()).build());

    // Seat 0 is a value, and differs from no viewer at all.
    assertTrue(Viewer.parseFrom(Client.seat(0).toByteString()).hasSeat());
    assertFalse(Viewer.getDefaultInstance().hasSeat());
  }

  @Test
  void anEmptyMoveIsRefused() throws InvalidProtocolBufferException {
    var request =
        ApplyRequest.newBuilder()
            .setState(Table.begin(Table.seep()).getState())
            .addMoves(Move.getDefaultInstance())
            .build();
    var said = Table.refused(() -> Table.STUB.apply(request));
    assertEquals(Code.INVALID_ARGUMENT, said.code());
    assertEquals("moves[0]", said.fields().get(0).getField());
  }
}
