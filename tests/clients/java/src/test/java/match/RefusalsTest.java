package match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest.FieldViolation;
import io.grpc.Status.Code;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import taash.cards.v1.Card;
import taash.engine.v1.ApplyRequest;
import taash.engine.v1.FieldFault;
import taash.engine.v1.ListMessagesRequest;
import taash.engine.v1.Move;
import taash.engine.v1.NewGameResponse;
import taash.engine.v1.Reason;
import taash.jhyap.v1.Call;
import taash.jhyap.v1.Discard;
import taash.jhyap.v1.Stock;

/** Each kind of fault is refused with its code, its reason and its rule. */
class RefusalsTest {
  private final NewGameResponse begun = Table.begin(Table.jhyap());
  private final int seat = begun.getLegalMoves().getSeat();
  private final Move legal = Client.text(begun.getLegalMoves().getMoves(0));

  private ApplyRequest.Builder apply(Move move) {
    return ApplyRequest.newBuilder().setState(begun.getState()).addMoves(move);
  }

  /** Checks what all refusals have in common, and returns the refusal. */
  private static Refused refused(
      ApplyRequest.Builder request, Code code, Reason reason, String rule)
      throws InvalidProtocolBufferException {
    var said = Table.refused(() -> Table.STUB.apply(request.build()));
    assertEquals(code, said.code());
    assertEquals(reason, said.refusal().getReason());
    assertEquals(rule, said.refusal().getRuleId());
    assertEquals("taash", said.info().getDomain());
    assertEquals(reason.name(), "REASON_" + said.info().getReason());
    assertEquals(rule, said.info().getMetadataOrDefault("rule_id", ""));
    return said;
  }

  @Test
  void aMoveOfAnotherSeat() throws InvalidProtocolBufferException {
    var request = apply(legal).setSeat((seat + 1) % 3);
    var said = refused(request, Code.FAILED_PRECONDITION, Reason.REASON_NOT_YOUR_TURN, "G3");
    assertTrue(said.refusal().hasMoveIndex());
    assertEquals(0, said.refusal().getMoveIndex());
  }

  @Test
  void aCardThatIsNotInTheHand() throws InvalidProtocolBufferException {
    var hand = Table.hands(begun.getViews(seat).getView()).get(seat).getCardsList();
    var other =
        Stream.of(Card.values())
            .filter(card -> card != Card.CARD_UNSPECIFIED && !hand.contains(card))
            .findFirst()
            .orElseThrow();
    var discard = Discard.newBuilder().addCards(other).setStock(Stock.getDefaultInstance());
    var move = Move.newBuilder();
    move.getJhyapBuilder().setDiscard(discard);
    var request = apply(move.build());
    var said = refused(request, Code.FAILED_PRECONDITION, Reason.REASON_CARD_NOT_IN_HAND, "G4");
    assertEquals(List.of(other), said.refusal().getCardsList());
  }

  @Test
  void aRuleOfTheGame() throws InvalidProtocolBufferException {
    var move = Move.newBuilder();
    move.getJhyapBuilder().setCall(Call.getDefaultInstance());
    var request = apply(move.build());
    var said =
        refused(request, Code.FAILED_PRECONDITION, Reason.REASON_RULE_BROKEN, "J30").refusal();
    // The message can be made from its template, and so in any language.
    var listed = Table.STUB.listMessages(ListMessagesRequest.getDefaultInstance());
    var text =
        listed.getMessagesList().stream()
            .filter(message -> message.getId().equals(said.getMessageId()))
            .findFirst()
            .orElseThrow()
            .getTemplate();
    for (var param : said.getParamsList()) {
      text = text.replace("{ $" + param.getName() + " }", Integer.toString(param.getNumber()));
    }
    assertEquals(said.getMessage(), text);
  }

  @Test
  void aStateThatWasCutOff() throws InvalidProtocolBufferException {
    ByteString state = begun.getState();
    var request = apply(legal).setState(state.substring(0, state.size() - 1));
    var said = refused(request, Code.INVALID_ARGUMENT, Reason.REASON_STATE_UNREADABLE, "");
    assertEquals("checksum", said.info().getMetadataOrThrow("detail"));
  }

  @Test
  void aStaleRevision() throws InvalidProtocolBufferException {
    var request = apply(legal).setExpectedRevision(7);
    refused(request, Code.ABORTED, Reason.REASON_STALE_STATE, "");
  }

  @Test
  void aStateThatWasUndone() throws InvalidProtocolBufferException {
    var request = apply(legal).setExpectedDigest(ByteString.copyFrom(new byte[16]));
    var said = refused(request, Code.ABORTED, Reason.REASON_STALE_STATE, "");
    assertEquals("digest", said.refusal().getDetail());
  }

  @Test
  void allInvalidFieldsAreReportedAtOnce() throws InvalidProtocolBufferException {
    var request = Table.jhyap().setSeed(ByteString.copyFromUtf8("short")).setDealer(77);
    request.getJhyapBuilder().setLimit(51);
    var said = Table.refused(() -> Table.STUB.newGame(request.build()));
    assertEquals(Code.INVALID_ARGUMENT, said.code());
    assertEquals("FIELD_INVALID", said.info().getReason());
    var wanted = List.of("dealer", "jhyap.limit", "seed");
    assertEquals(wanted, said.fields().stream().map(FieldViolation::getField).sorted().toList());
    var faults = said.refusal().getFaultsList();
    assertEquals(wanted, faults.stream().map(FieldFault::getField).sorted().toList());
  }
}
