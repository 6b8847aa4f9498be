import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import type { SectionFigure } from '#domains/attendance/web/dayFigures.exports.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { classes } from '#ui/kit/classes.ts'
import { HeardText } from '#ui/kit/HeardText.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { absentCells } from './absentGrid.ts'
import styles from './AbsentGrid.module.css'

interface AbsentGridProps {
  absent: readonly SectionFigure[]
  notTaken: readonly SectionFigure[]
  /** Whether every section is taken or not taken, so that a section in neither list has nobody absent. */
  isWhole: boolean
}

/** With more classes than this, they stand below each other. */
const mostBeside = 11

/** The absent students by class and section, the more the redder. Each square opens its register. */
export default function AbsentGrid({ absent, notTaken, isWhole }: AbsentGridProps) {
  const { sections } = useSectionChoices()
  if (!sections) return null
  const grid = absentCells(sections, absent, notTaken)
  if (!grid) return <SectionLinks absent={absent} />
  const isBeside = grid.classes.length <= mostBeside
  const [columns, rows] = isBeside ? [grid.classes, grid.names] : [grid.names, grid.classes]
  const cellOf = (row: string, column: string) => grid.cells.get(isBeside ? `${column}-${row}` : `${row}-${column}`)
  return (
    <>
      <table aria-label={t`Absent by class and section`} className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">
              <HeardText>{isBeside ? t`Section` : t`Class`}</HeardText>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row" title={row}>
                {row}
              </th>
              {columns.map((column) => {
                const cell = cellOf(row, column)
                return <td key={column}>{cell && <Square {...cell} isWhole={isWhole} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {notTaken.length > 0 && (
        <Text size="tiny" tone="quiet">
          <Trans>A dashed square has no register yet.</Trans>
        </Text>
      )}
    </>
  )
}

interface SquareProps {
  title: string
  count: number
  /** Its register; undefined when nobody is absent or none is due. */
  to: string | undefined
  isMissing: boolean
  isWhole: boolean
}

function Square({ title, count, to, isMissing, isWhole }: SquareProps) {
  if (isMissing && to)
    return (
      <Link to={to} aria-label={t`${title}, register not taken`} className={classes(styles.square, styles.missing)}>
        –
      </Link>
    )
  if (count === 0 || !to) return isWhole ? <span className={classes(styles.square, styles.none)}>0</span> : null
  const look = count >= 4 ? styles.many : count >= 2 ? styles.some : styles.few
  return (
    <Link to={to} aria-label={t`${title} · ${count} absent`} className={classes(styles.square, look)}>
      {count}
    </Link>
  )
}

/** Where the sections do not fit a grid. */
function SectionLinks({ absent }: { absent: readonly SectionFigure[] }) {
  return (
    <ul className={styles.list}>
      {absent.map(({ key, label, count, to }) => (
        <li key={key}>
          <ChipButton as={Link} to={to} outlined label={t`${label} · ${count}`} />
        </li>
      ))}
    </ul>
  )
}
