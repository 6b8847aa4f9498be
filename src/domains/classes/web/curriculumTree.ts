import { plural, t } from '@lingui/core/macro'
import { hasWord } from '#shared/nameSearch.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { byName, bySr, sectionTitle, timetableText } from '../classes.rules.ts'
import type {
  BookDetailsFragment,
  ClassDetailsFragment,
  CurriculumQuery,
  SectionDetailsFragment,
  SubjectDetailsFragment,
} from './classes.graphql.ts'

/** The row of a tree node. */
export type NodeRow =
  | { kind: 'class'; row: ClassDetailsFragment }
  | { kind: 'section'; row: SectionDetailsFragment }
  | { kind: 'subject'; row: SubjectDetailsFragment; place: string }
  | { kind: 'book'; row: BookDetailsFragment; place: string }

export type CurriculumNode = NodeRow & {
  /** Id in the tree, such as `section-12`. */
  id: string
  title: string
  /** Text beside the title: teachers, times and counts. */
  detail: string
  teachers: string
  children: CurriculumNode[]
}

type Names = readonly { name: string }[]

const names = (teachers: Names) => teachers.map((teacher) => teacher.name).join(', ')
const detail = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

const countedStudents = (count: number) => (count === 0 ? '' : plural(count, { one: '# student', other: '# students' }))

/** Builds the tree of a term's classes, sections, subjects and books, each level sorted. */
export function curriculumTree(curriculum: CurriculumQuery['curriculum']): CurriculumNode[] {
  return [...curriculum]
    .sort((a, b) => byName(a.class, b.class))
    .map(({ class: row, sections }) => ({
      kind: 'class',
      row,
      id: `class-${row.id}`,
      title: row.name,
      detail: detail(
        sections.length === 0 ? t`No sections yet` : plural(sections.length, { one: '# section', other: '# sections' }),
        countedStudents(sections.reduce((sum, { section }) => sum + section.studentCount, 0)),
      ),
      teachers: '',
      children: [...sections].sort((a, b) => bySr(a.section, b.section)).map(sectionNode),
    }))
}

function sectionNode({ section: row, subjects }: CurriculumQuery['curriculum'][number]['sections'][number]): CurriculumNode {
  const title = sectionTitle(row)
  const teachers = names(row.teachers)
  return {
    kind: 'section',
    row,
    id: `section-${row.id}`,
    title,
    teachers,
    detail: detail(
      teachers,
      countedStudents(row.studentCount),
      subjects.length === 0 ? t`No subjects yet` : plural(subjects.length, { one: '# subject', other: '# subjects' }),
    ),
    children: [...subjects].sort((a, b) => a.sr - b.sr).map((subject) => subjectNode(subject, title)),
  }
}

function subjectNode(row: SubjectDetailsFragment, place: string): CurriculumNode {
  const teachers = names(row.teachers)
  return {
    kind: 'subject',
    row,
    place,
    id: `subject-${row.id}`,
    title: row.name,
    teachers,
    detail: detail(teachers, timetableText(row.timetable)),
    children: [...row.books].sort(byName).map((book) => bookNode(book, `${row.name}, ${place}`)),
  }
}

function bookNode(row: BookDetailsFragment, place: string): CurriculumNode {
  const teachers = names(row.teachers)
  return {
    kind: 'book',
    row,
    place,
    id: `book-${row.id}`,
    title: row.name,
    teachers,
    detail: detail(teachers, row.pages === 0 ? '' : plural(row.pages, { one: '# page', other: '# pages' })),
    children: [],
  }
}

const kinds = ['class', 'section', 'subject', 'book'] as const

/** Converts the tree to an export table: a row per node, with its ancestors in the columns before it. */
export function curriculumTable(nodes: readonly CurriculumNode[]): SheetTable {
  const rows = (siblings: readonly CurriculumNode[], ancestors: readonly string[]): (string | null)[][] =>
    siblings.flatMap((node) => {
      const path = [...ancestors, node.kind === 'section' ? node.row.name : node.title]
      return [[...kinds.map((_, level) => path[level] ?? null), node.detail], ...rows(node.children, path)]
    })
  return tableFromCells(t`Curriculum`, [[t`Class`, t`Section`, t`Subject`, t`Book`, t`Details`], ...rows(nodes, [])])
}

/** Returns the ids of nodes that are expanded at first: all classes, if the tree has at most 40 sections. */
export function initiallyOpen(classes: readonly CurriculumNode[]): string[] {
  const sections = classes.reduce((sum, node) => sum + node.children.length, 0)
  return sections <= 40 ? classes.filter((node) => node.children.length > 0).map((node) => node.id) : []
}

/** Counts the nodes of all levels. */
export function countNodes(nodes: readonly CurriculumNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + countNodes(node.children), 0)
}

/** Returns the ids of all nodes with children. */
export function parentIds(nodes: readonly CurriculumNode[]): string[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? [node.id, ...parentIds(node.children)] : []))
}

/**
 * Filters the tree by a search. A node matches when its title, its teachers and the titles of its ancestors contain all
 * words. The result has the matches with their ancestors and descendants; `open` are the ids to expand so that the
 * matches show.
 */
export function searchTree(
  nodes: readonly CurriculumNode[],
  search: string,
  ancestors = '',
): { nodes: CurriculumNode[]; open: string[] } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matches: CurriculumNode[] = []
  const open: string[] = []
  for (const node of nodes) {
    const titles = `${ancestors} ${node.title.toLowerCase()}`
    const text = `${titles} ${node.teachers.toLowerCase()}`
    if (words.every((word) => hasWord(text, word))) {
      matches.push(node)
      continue
    }
    const filtered = searchTree(node.children, search, titles)
    if (filtered.nodes.length === 0) continue
    matches.push({ ...node, children: filtered.nodes })
    open.push(node.id, ...filtered.open)
  }
  return { nodes: matches, open }
}
