/** How a picture is drawn anew. */
export type Drawing =
  /** Upright and without metadata, at most `side` pixels wide and high: JPEG, or WebP if it is transparent. */
  | { kind: 'STORED'; side: number }
  /** A JPEG that fills width and height, on white. What does not fit is cut off at the bottom and at both sides. */
  | { kind: 'FILLED'; width: number; height: number }
  /** At most `side` pixels wide and high. */
  | { kind: 'SMALL'; side: number; type: 'image/png' | 'image/webp' }

/** A picture that was drawn, or why it was not. */
export type DrawnPicture = { bytes: Uint8Array; contentType: string } | { problem: PictureProblem }

export type PictureProblem =
  /** The header names more pixels than {@link maxPixels}. Nothing was decoded. */
  | { kind: 'TOO_MANY_PIXELS'; width: number; height: number }
  /** It is damaged, or of a type that is not drawn. */
  | { kind: 'UNREADABLE' }
  /** Its process was killed, because it took too much memory or time. */
  | { kind: 'TOO_MUCH' }

/** What a process of pictures is asked to draw. */
export interface PictureRequest {
  bytes: Uint8Array
  drawing: Drawing
}

/** Maximum width × height of a picture: 25 megapixels, twice what phones take. A decoded pixel is 3 to 8 bytes. */
export const maxPixels = 25_000_000
