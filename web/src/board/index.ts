export { Board, type BoardLabels, type BoardProps } from "./Board";
export { Thumbnail } from "./Thumbnail";
export type {
  BoardDrawing,
  Geography,
  Glow,
  PlaceDrawing,
  PlaceLook,
  TrackDrawing,
  TrackLook,
  TrackMark,
  TrackState,
} from "./types";
export type { Insets } from "./viewport";
