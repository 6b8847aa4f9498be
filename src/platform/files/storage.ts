import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'

type StorageConfig = Pick<Config, 'storageUrl' | 'dataDir'>

const disks = new WeakMap<StorageConfig, Promise<Disk>>()

/**
 * Opens the storage of uploaded files: `${dataDir}/files`, or the STORAGE_URL: `file:///folder`, or
 * `s3://KEY:SECRET@host[:port]/bucket?region=…` for any S3 service (`&tls=off` without TLS; without a key the usual AWS
 * environment decides).
 */
export function openStorage(config: StorageConfig): Promise<Disk> {
  let disk = disks.get(config)
  if (!disk) {
    disk = open(config)
    disks.set(config, disk)
  }
  return disk
}

async function open({ storageUrl, dataDir }: StorageConfig): Promise<Disk> {
  const url = storageUrl === undefined ? undefined : new URL(storageUrl)
  if (url?.protocol === 's3:') return openBucket(url)
  return new Disk(new FSDriver({ location: url ? fileURLToPath(url) : join(dataDir, 'files'), visibility: 'private' }))
}

/** Opens the bucket of an `s3:` URL. */
async function openBucket(url: URL): Promise<Disk> {
  const bucket = decodeURIComponent(url.pathname.replace(/^\/|\/$/g, ''))
  // Loaded only for a bucket, because the client is larger than the rest of the server.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver = new S3Driver({
    bucket,
    visibility: 'private',
    // Most services besides AWS have no access lists; a bucket is private without them.
    supportsACL: false,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: `${url.searchParams.get('tls') === 'off' ? 'http' : 'https'}://${url.host}`,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 20_000, throwOnRequestTimeout: true },
    ...(url.username
      ? {
          credentials: {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
        }
      : {}),
  })
  return new Disk(driver)
}

/**
 * Returns the only key of a file's bytes: its school's folder with its id as the name. Both come from the database,
 * never from a request.
 */
export function storageKey(schoolId: number, fileId: string): string {
  return `${schoolId}/${fileId}`
}
