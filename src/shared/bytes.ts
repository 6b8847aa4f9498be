/** Formats a number of bytes as `820 MB` or `9.5 GB`, in units of a thousand as disks are sold. */
export function showBytes(bytes: number): string {
  return bytes < 999_500_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
