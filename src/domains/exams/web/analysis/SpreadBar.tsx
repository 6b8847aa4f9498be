import { type Group, spreadText } from './analysisTexts.ts'
import styles from './SpreadBar.module.css'

/** The marks of a group on a line from 0 to 100 %: all of them, the middle half, and the middle one. */
export function SpreadBar({ group }: { group: Group }) {
  const { lowest, lowerQuarter, median, upperQuarter, highest } = group
  const span = (from: number, to: number) => ({ insetInlineStart: `${from / 100}%`, inlineSize: `${(to - from) / 100}%` })
  const text = spreadText(group)
  return (
    <span role="img" aria-label={text} title={text} className={styles.bar}>
      <i className={styles.all} style={span(lowest, highest)} />
      <i className={styles.half} style={span(lowerQuarter, upperQuarter)} />
      <i className={styles.middle} style={{ insetInlineStart: `${median / 100}%` }} />
    </span>
  )
}
