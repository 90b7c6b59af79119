import type { ReactElement } from "react";
import { useStore } from "../net/store";
import { seatFill } from "../ui/symbols";
import { useMomentsOf } from "./useMoments";

/** A ring round the seat whose doing is being shown: my turn may have begun, and another's move still be seen. */
export function Acting({ seat }: { seat: number }): ReactElement | null {
  return useMomentsOf() && <Ring seat={seat} />;
}

function Ring({ seat }: { seat: number }): ReactElement | null {
  const { moment } = useStore(useMomentsOf()!.director.playing);
  if (moment?.seat !== seat || moment.kind === "turn") return null;
  return <i className="seat-acts" style={{ borderColor: seatFill(seat) }} aria-hidden="true" />;
}
