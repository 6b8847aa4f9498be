import { t } from '#shared/texts.ts'
import { fairQueue, type Turn } from '../fairQueue.ts'
import { uploadMessages, waitingUploads } from '../files/waitingUploads.ts'
import { type Drawing, type DrawnPicture, maxPixels, type PictureProblem } from './drawing.ts'
import { drawInProcess, type PictureLimits } from './pictureProcesses.ts'

/** Pictures drawn at once, each in its own process. */
const queued = fairQueue({ atOnce: 2, ...waitingUploads, messages: uploadMessages })

const pictureLimits: PictureLimits = { memory: 512 * 2 ** 20, time: 20_000 }

/**
 * Draws a picture of JPEG, PNG or WebP anew: the only way in which the server decodes pictures. It happens in a process
 * of its own, two at once, by turns of the persons whose pictures they are.
 *
 * @throws Refusal RATE_LIMITED or UNAVAILABLE when too many wait
 */
export function drawPicture(
  bytes: Uint8Array,
  drawing: Drawing,
  turn: Turn,
  limits: PictureLimits = pictureLimits,
): Promise<DrawnPicture> {
  return queued(turn, () => drawInProcess({ bytes, drawing }, limits))
}

/** Returns a drawn picture as a data: URL, for a document that may not fetch; null for one that was not drawn. */
export function pictureAsUrl(drawn: DrawnPicture): string | null {
  if ('problem' in drawn) return null
  return `data:${drawn.contentType};base64,${Buffer.from(drawn.bytes).toString('base64')}`
}

/** Returns why a picture is not stored and what to do, in words for the person. */
export function pictureProblemText(problem: PictureProblem): string {
  switch (problem.kind) {
    case 'TOO_MANY_PIXELS': {
      const { width, height } = problem
      const most = maxPixels / 1_000_000
      return t`This picture has ${Math.ceil((width * height) / 1_000_000)} megapixels (${width} × ${height}); at most ${most} can be read. Please save it smaller, for example 2000 pixels wide, and send that.`
    }
    case 'UNREADABLE':
      return t`This picture cannot be read, because it is damaged. Please save it again as PNG or JPEG.`
    case 'TOO_MUCH':
      return t`This picture takes too much to read. Please save it again as JPEG, for example 2000 pixels wide, and send that.`
  }
}
