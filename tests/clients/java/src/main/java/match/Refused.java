package match;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import taash.engine.v1.Refusal;

/**
 * Why a call was refused.
 *
 * @param fields the fields at fault; none unless the request is invalid
 */
record Refused(Code code, ErrorInfo info, List<BadRequest.FieldViolation> fields, Refusal refusal) {

  /** Reads the refusal from the error of a call. */
  static Refused from(StatusRuntimeException error) throws InvalidProtocolBufferException {
    ErrorInfo info = null;
    Refusal refusal = null;
    List<BadRequest.FieldViolation> fields = List.of();
    for (Any detail : StatusProto.fromThrowable(error).getDetailsList()) {
      if (detail.is(ErrorInfo.class)) {
        info = detail.unpack(ErrorInfo.class);
      } else if (detail.is(BadRequest.class)) {
        fields = detail.unpack(BadRequest.class).getFieldViolationsList();
      } else if (detail.is(Refusal.class)) {
        refusal = detail.unpack(Refusal.class);
      }
    }
    if (info == null || refusal == null) {
      throw new IllegalArgumentException("not a refusal of Taash", error);
    }
    return new Refused(error.getStatus().getCode(), info, fields, refusal);
  }
}
