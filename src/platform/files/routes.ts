import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Disk } from 'flydrive'
import { onSameSchool } from '../database/onSameSchool.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { asRefusal } from '../database/failures.ts'
import { inFlightLimits, RefusedBody, type Sender } from '../http/bodyLimits.ts'
import { clientGoneSignal } from '../http/clientGone.ts'
import { httpStatus, notFound, Refusal, refusalHeaders } from '../refusal.ts'
import { schoolById } from '../school.ts'
import { t } from '#shared/texts.ts'
import { uploads } from '#shared/uploads.ts'
import { deleteFileBytes, uploadGone } from './files.ts'
import { filesQuota, insertFiles, requireUnsentRoom, unsentSize } from './filesUse.ts'
import { isValidReadUrl, signedReadUrl, type UploadGrant, parseUploadToken } from './signedUrls.ts'
import { sanitizeFile, maxSideOfPage, RefusedFile } from './sanitizeFile.ts'
import { storageKey, openStorage } from './storage.ts'
import { requireOwnStorage } from './storageMark.ts'

interface Dependencies {
  config: Config
  database: Database
}

const uploadPath = '/files/upload/'
const gone = () => ({ code: 'FORBIDDEN', message: t`This address is not valid any more. Please open the page again.` })
const missing = () => ({ code: 'NOT_FOUND', message: t`This file does not exist any more.` })

const largestUpload = Math.max(...Object.values(uploads).map(({ maxBytes }) => maxBytes))

/**
 * Accepts files at `PUT /files/upload/{token}` (a URL of `requestUpload`) and serves them at `GET
 * /files/{school}/{id}?expires&signature` (a URL of `fileUrl`). Neither checks the caller: the URL itself is the right,
 * and it is valid for minutes.
 */
export async function registerFiles(app: FastifyInstance, { config, database }: Dependencies): Promise<void> {
  // Opened at the start, so that the client of a bucket is not loaded with the first upload.
  const disk = await openStorage(config)

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    /** Limits the body by the purpose of its grant. */
    const senderOf = ({ params }: FastifyRequest): Sender => {
      const grant = parseUploadToken(config.secrets, (params as { '*': string })['*'])
      if (grant === null) throw new RefusedBody(403, gone().code, gone().message)
      const { maxBytes: bytes } = uploads[grant.purpose]
      return { key: grant.subject, signedIn: true, bytes, inFlight: inFlightLimits.staff }
    }

    const upload = { bodyLimit: largestUpload, config: { senderOf } }
    scope.put<{ Params: { '*': string } }>(`${uploadPath}*`, upload, async (request, reply) => {
      const grant = parseUploadToken(config.secrets, request.params['*'])
      if (grant === null) return reply.code(403).send(gone())
      // A file whose sender has gone does not wait, because it is not counted as bytes in flight any more.
      const signal = clientGoneSignal(reply)
      try {
        const sent = await readUpload(
          request.raw,
          grant,
          request.headers['content-type'],
          request.body as IncomingMessage | undefined,
        )
        // Homework is photographed and must stay readable.
        const side = grant.purpose === 'chat-attachment' ? maxSideOfPage : undefined
        const turn = { person: grant.subject, urgency: 'PERSON', signal } as const
        const file = await sanitizeFile(sent, grant.contentType, turn, side)
        const stored = await store(database, config, grant, file, () =>
          write(disk, storageKey(grant.schoolId, grant.fileId), file),
        )
        if (!stored) return reply.code(409).send({ code: 'CONFLICT', message: t`This file was sent already.` })
        const url = signedReadUrl(config.secretKey, grant.schoolId, grant.fileId, grant.purpose)
        return reply.code(201).send({ fileId: grant.fileId, url })
      } catch (error) {
        if (error instanceof RefusedFile) return reply.code(error.status).send({ code: 'BAD_INPUT', message: error.message })
        const refusal = asRefusal(error)
        if (refusal instanceof Refusal) {
          const { code, message } = refusal
          return reply.code(httpStatus[code]).headers(refusalHeaders(refusal)).send({ code, message })
        }
        throw error
      }
    })
  })

  app.get<{ Params: { schoolId: string; fileId: string }; Querystring: { expires?: string; signature?: string } }>(
    '/files/:schoolId/:fileId',
    async (request, reply) => {
      const { expires = '', signature = '' } = request.query
      // A repeated parameter is a list, which our URLs never contain.
      const isSingle = typeof expires === 'string' && typeof signature === 'string'
      if (!isSingle || !isValidReadUrl(config.secrets, { ...request.params, expires, signature }))
        return reply.code(403).send(gone())
      const schoolId = Number(request.params.schoolId)
      const { fileId } = request.params
      const [[file]] = await database.read(schoolId, [
        database.kysely
          .selectFrom('files')
          .leftJoin('documentJobFiles', (on) => onSameSchool(on, 'documentJobFiles.fileId', 'files.id'))
          .select(['files.contentType', 'files.size', 'files.name', 'documentJobFiles.name as documentName'])
          .where('files.schoolId', '=', schoolId)
          .where('files.id', '=', fileId)
          .where('files.stored', '=', true),
      ] as const)
      const key = storageKey(schoolId, fileId)
      if (!file || !(await disk.exists(key))) return reply.code(404).send(missing())
      // A browser may display only pictures that were re-encoded here on our own origin; everything else is downloaded.
      const isDisplayed = file.contentType.startsWith('image/')
      const secondsLeft = Math.max(0, Number(expires) - Math.floor(Date.now() / 1000))
      return reply
        .headers({
          'content-type': file.contentType,
          'content-length': String(file.size),
          'content-disposition': isDisplayed ? 'inline' : attachmentHeader((file.documentName ?? file.name) || `${fileId}.pdf`),
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': `private, max-age=${secondsLeft}, immutable`,
        })
        .send(await disk.getStream(key))
    },
  )
}

/** Returns the header that saves a file under a name in any script (RFC 6266). */
function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-')
  if (plain === name) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Reads the bytes of an upload, which must have the granted size and type. */
async function readUpload(
  raw: IncomingMessage,
  grant: UploadGrant,
  type: string | undefined,
  body: IncomingMessage | undefined,
): Promise<Buffer> {
  const wrongSize = new RefusedFile(400, t`Invalid file object: its size is not the one that was announced.`)
  if (type?.split(';')[0]?.trim().toLowerCase() !== grant.contentType)
    throw new RefusedFile(415, t`Only ${grant.contentType} may be sent to this address.`)
  const announced = raw.headers['content-length']
  if (announced !== undefined && Number(announced) !== grant.size) throw wrongSize
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += (chunk as Buffer).length
    if (size > grant.size) throw new RefusedFile(413, t`The file is larger than was announced.`)
    chunks.push(chunk as Buffer)
  }
  if (size !== grant.size) throw wrongSize
  return Buffer.concat(chunks)
}

async function write(disk: Disk, key: string, { bytes, contentType }: { bytes: Buffer; contentType: string }): Promise<void> {
  try {
    await disk.put(key, bytes, { contentType })
  } catch (error) {
    // A full disk leaves half a file.
    await disk.delete(key).catch(() => undefined)
    throw error instanceof Error && isDiskFull(error.cause) ? error.cause : error
  }
}

function isDiskFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'
}

/**
 * Inserts the row, writes the bytes, and marks the row as stored. The row comes first, so that the bytes of a file that
 * was sent before are never written over, and alone, so that no transaction waits for the storage. A process that ends
 * in between leaves a row that no record can take and the nightly sweep removes. Returns false when the URL was used
 * before; the stored file stays.
 *
 * @throws Refusal CONFLICT when the school or the person has no room for it, or the row was deleted meanwhile;
 *   UNAVAILABLE when this server has another storage than the database
 */
async function store(
  database: Database,
  config: Config,
  grant: UploadGrant,
  file: { bytes: Buffer; contentType: string },
  writeBytes: () => Promise<void>,
): Promise<boolean> {
  const { schoolId, fileId: id, purpose, subject } = grant
  const school = await schoolById(database, schoolId)
  if (!school) throw notFound()
  await requireOwnStorage(config, database)
  const row = { schoolId, id, purpose, contentType: file.contentType, size: file.bytes.length, createdBy: subject }
  const isNew = await database.transaction(schoolId, async (db) => {
    if (!(await insertFiles(db, schoolId, filesQuota(config, school), [row]))) return false
    if (purpose === 'chat-attachment') {
      // Under the lock of insertFiles, so that two files at once cannot pass the limit together.
      const { used } = await unsentSize(db, schoolId, subject).executeTakeFirstOrThrow()
      requireUnsentRoom(used - row.size, row.size)
    }
    return true
  })
  if (!isNew) return false
  try {
    await writeBytes()
  } catch (error) {
    await database.transaction(schoolId, (db) =>
      db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', '=', id).execute(),
    )
    throw error
  }
  const { numUpdatedRows } = await database.transaction(schoolId, (db) =>
    db.updateTable('files').set({ stored: true }).where('schoolId', '=', schoolId).where('id', '=', id).executeTakeFirst(),
  )
  if (numUpdatedRows === 1n) return true
  await deleteFileBytes(config, schoolId, id)
  throw new Refusal('CONFLICT', uploadGone())
}
