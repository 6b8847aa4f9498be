import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Page size of lists, small for tests: S3 itself lists a thousand names at once. */
const pageSize = 10

/** An in-memory S3 service with one bucket: whole objects over HTTP, lists in pages, errors in XML. */
export interface S3Server {
  /** For STORAGE_URL. */
  url: string
  objects: Map<string, Buffer>
  /** While true, every request gets an error. */
  broken: boolean
  close(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => void answer(request, response))
  const started: S3Server = { url: '', objects, broken: false, close }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started.url = `s3://key:se%2Fcret@127.0.0.1:${(server.address() as AddressInfo).port}/shala?region=ap-south-1&tls=off`
  return started

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3')
    const [, bucket, name = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    const body = await buffer(request)
    if (started.broken) return refuse(response, 503, 'ServiceUnavailable')
    const signer = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/ap-south-1\/s3\//
    if (!signer.test(request.headers.authorization ?? '')) return refuse(response, 403, 'InvalidAccessKeyId')
    if (bucket !== 'shala') return refuse(response, 404, 'NoSuchBucket')
    if (name === '') return void response.writeHead(200, { 'content-type': 'application/xml' }).end(listed(url.searchParams))
    if (request.method === 'PUT') {
      objects.set(name, body)
      return void response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return void response.writeHead(204).end()
    }
    const found = objects.get(name)
    if (!found) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': found.length }).end(request.method === 'HEAD' ? undefined : found)
  }

  function listed(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
    /** The name, or its folder where folders are asked for. */
    const entryOf = (name: string) => {
      const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length)
      return end === -1 ? name : name.slice(0, end + 1)
    }
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix))
    const all = [...new Set(names.map(entryOf))].filter((entry) => entry > after).toSorted()
    const page = all.slice(0, pageSize)
    const more = all.length > page.length
    return `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${
      more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }${page
      .map((entry) =>
        objects.has(entry)
          ? `<Contents><Key>${entry}</Key><Size>${objects.get(entry)?.length}</Size></Contents>`
          : `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`,
      )
      .join('')}</ListBucketResult>`
  }

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}
