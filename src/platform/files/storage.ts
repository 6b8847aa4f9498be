import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Disk, type DriveFile } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'

/** The settings that say where the files are. */
export type StorageConfig = Pick<Config, 'storageUrl' | 'dataDir'>

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

async function open(config: StorageConfig): Promise<Disk> {
  const location = storageFolder(config)
  if (location === undefined) return openBucket(new URL(config.storageUrl ?? ''))
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

/** Returns the folder of the files; undefined for a bucket. */
export function storageFolder({ storageUrl, dataDir }: StorageConfig): string | undefined {
  if (storageUrl === undefined) return join(dataDir, 'files')
  return storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : undefined
}

/** Returns the storage's name for the operator: the folder, or the bucket with its host, without the key. */
export function storageName(config: StorageConfig): string {
  const { host, pathname } = new URL(config.storageUrl ?? 'file:')
  return storageFolder(config) ?? `the bucket ${bucketOf(pathname)} at ${host}`
}

function bucketOf(pathname: string): string {
  return decodeURIComponent(pathname.replace(/^\/|\/$/g, ''))
}

/** Opens the bucket of an `s3:` URL. */
async function openBucket(url: URL): Promise<Disk> {
  const bucket = bucketOf(url.pathname)
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

/** Lists the files below a folder of the storage. */
export async function* filesIn(disk: Disk, folder: string): AsyncGenerator<DriveFile> {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(folder, { recursive: true, ...(paginationToken && { paginationToken }) })
    // A bucket lists every key that begins with the folder's name.
    for (const file of page.objects) if (file.isFile && file.key.startsWith(`${folder}/`)) yield file
    paginationToken = page.paginationToken
  } while (paginationToken)
}

/** Lists the folders of schools in the storage. */
export async function schoolFolders(disk: Disk): Promise<string[]> {
  const schools: string[] = []
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll('', { recursive: false, ...(paginationToken && { paginationToken }) })
    for (const object of page.objects) if (object.isDirectory && /^\d+$/.test(object.name)) schools.push(object.name)
    paginationToken = page.paginationToken
  } while (paginationToken)
  return schools
}

/** Returns whether an error of the storage says that a file is not there. */
export function isMissing(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; name?: string } }
  return cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey'
}

/** Returns the reason of an error of the storage in a word, such as `ENOSPC` or `AccessDenied`. */
export function storageTrouble(error: unknown): string {
  const { cause = error } = error as { cause?: unknown }
  const { code, name, message } = cause as { code?: string; name?: string; message?: string }
  return code ?? (name === undefined || name === 'Error' ? String(message) : name)
}
