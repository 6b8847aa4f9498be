import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { qrSvg } from '#shared/qrCode.ts'

const width = 640
const height = 480
const framesPerSecond = 10

/** The luminance of a picture of a card: a grey hand-held scene with a white card that is turned, moved and a little out of focus. */
async function scene(card: Buffer | null, turn: number, left: number, top: number): Promise<Buffer> {
  const overlay = card
    ? [{ input: await sharp(card).rotate(turn, { background: '#8a8f86' }).png().toBuffer(), left: 170 + left, top: 70 + top }]
    : []
  const picture = await sharp({ create: { width, height, channels: 3, background: '#8a8f86' } })
    .composite(overlay)
    .png()
    .toBuffer()
  return sharp(picture).blur(0.8).greyscale().raw().toBuffer()
}

/**
 * Writes what a camera would have recorded at the gate, as a Y4M file that Chromium plays in place of its camera, over and over:
 * two seconds of nothing, two of a card that is held before it, two of nothing.
 */
export async function recordCard(path: string, code: string): Promise<void> {
  const card = await sharp(Buffer.from(qrSvg(code, 3)), { density: 300 })
    .resize(260, 260)
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
  const empty = await scene(null, 0, 0, 0)
  const held: Buffer[] = []
  for (let frame = 0; frame < 2 * framesPerSecond; frame += 1)
    held.push(await scene(card, -8 + frame * 0.6, Math.round(Math.sin(frame / 3) * 12), Math.round(Math.cos(frame / 4) * 8)))
  const nothing = Array.from({ length: 2 * framesPerSecond }, () => empty)
  // Grey: both colour planes stand in the middle.
  const colour = Buffer.alloc(width * height * 0.5, 128)
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)]
  for (const frame of [...nothing, ...held, ...nothing]) parts.push(Buffer.from('FRAME\n'), frame, colour)
  await writeFile(path, Buffer.concat(parts))
}
