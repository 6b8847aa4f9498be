import styles from './Skeleton.module.css'

/** Stands where something is loading, in its shape. Sizes in pixels; as wide as its place by default. */
export function Skeleton({ height, width }: { height: number; width?: number | string }) {
  return <span aria-hidden className={styles.skeleton} style={{ blockSize: height, inlineSize: width ?? '100%' }} />
}
