import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { qrSvg } from '#shared/qrCode.ts'

const frameWidth = 640
const frameHeight = 480
const framesPerSecond = 10

/** Returns the luminance of a grey frame with a white card in it, which is turned, moved and slightly out of focus. */
async function renderFrame(card: Buffer | null, angle: number, left: number, top: number): Promise<Buffer> {
  const overlay = card
    ? [{ input: await sharp(card).rotate(angle, { background: '#8a8f86' }).png().toBuffer(), left: 170 + left, top: 70 + top }]
    : []
  const picture = await sharp({ create: { width: frameWidth, height: frameHeight, channels: 3, background: '#8a8f86' } })
    .composite(overlay)
    .png()
    .toBuffer()
  return sharp(picture).blur(0.8).greyscale().raw().toBuffer()
}

/**
 * Writes a camera recording of the gate as a Y4M file, which Chromium plays in a loop in place of its camera. It shows
 * two seconds of nothing, two of a card and two of nothing.
 */
export async function writeCardVideo(path: string, code: string): Promise<void> {
  const card = await sharp(Buffer.from(qrSvg(code, 3)), { density: 300 })
    .resize(260, 260)
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
  const emptyFrame = await renderFrame(null, 0, 0, 0)
  const cardFrames: Buffer[] = []
  for (let frame = 0; frame < 2 * framesPerSecond; frame += 1)
    cardFrames.push(
      await renderFrame(card, -8 + frame * 0.6, Math.round(Math.sin(frame / 3) * 12), Math.round(Math.cos(frame / 4) * 8)),
    )
  const emptyFrames = Array.from({ length: 2 * framesPerSecond }, () => emptyFrame)
  // Grey: both colour planes have the middle value.
  const colourPlanes = Buffer.alloc(frameWidth * frameHeight * 0.5, 128)
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${frameWidth} H${frameHeight} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)]
  for (const frame of [...emptyFrames, ...cardFrames, ...emptyFrames]) parts.push(Buffer.from('FRAME\n'), frame, colourPlanes)
  await writeFile(path, Buffer.concat(parts))
}
