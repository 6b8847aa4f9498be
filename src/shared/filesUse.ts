/** How much the files of a school take, and may take, in bytes. Every stored file counts: uploads and documents. */
export interface FilesUse {
  used: number
  quota: number
}

/** From this share of the quota on, the head of the school and the operator hear of it. */
const nearlyFullShare = 0.8

/** Returns whether a school should do something about its files. */
export function isNearlyFull({ used, quota }: FilesUse): boolean {
  return used >= nearlyFullShare * quota
}
