import { describe, expect, test } from 'vitest'
import type { CurriculumQuery } from './classes.graphql.ts'
import { countNodes, curriculumTree, initiallyOpen, parentIds, searchTree } from './curriculumTree.ts'

const free = { reason: null }
const teacher = (name: string) => ({ id: name, name, email: `${name}@x.test` })

function section(
  id: string,
  name: string,
  sr: number,
  subjects: CurriculumQuery['curriculum'][number]['sections'][number]['subjects'],
) {
  return {
    section: {
      id,
      sr,
      name,
      notificationTime: null,
      studentCount: 30,
      subjectCount: subjects.length,
      bookCount: 0,
      class: { id: '7', name: '7', sectionCount: 2, viewerCan: { delete: free } },
      teachers: [teacher('Asha Patil')],
      viewerCan: { update: free, delete: free, addSubject: free },
    },
    subjects,
  }
}

const maths = {
  id: '1',
  sectionId: '71',
  sr: 2,
  name: 'Maths',
  timetable: [
    { day: 1, start: '09:00:00', end: '10:00:00' },
    { day: 3, start: '09:00:00', end: '10:00:00' },
    { day: 2, start: '11:00:00', end: '12:00:00' },
  ],
  teachers: [teacher('Rohan Joshi')],
  books: [
    {
      id: '1',
      subjectId: '1',
      name: 'Ganit',
      pages: 96,
      teachers: [teacher('Rohan Joshi')],
      viewerCan: { update: free, delete: free },
    },
  ],
  viewerCan: { update: free, delete: free, addBook: free },
}
const art = { ...maths, id: '2', sr: 1, name: 'Art', timetable: [], teachers: [], books: [] }
const curriculum: CurriculumQuery['curriculum'] = [
  { class: { id: '10', name: '10', sectionCount: 0, viewerCan: { update: free, delete: free, addSection: free } }, sections: [] },
  {
    class: { id: '7', name: '7', sectionCount: 2, viewerCan: { update: free, delete: free, addSection: free } },
    sections: [section('72', 'B', 2, []), section('71', 'A', 1, [maths, art])],
  },
]
const tree = curriculumTree(curriculum)
const titles = (nodes: typeof tree): unknown[] => nodes.map((node) => [node.title, ...titles(node.children)])

test('curriculumTree sorts every level and adds details', () => {
  expect(titles(tree)).toEqual([['7', ['7-A', ['Art'], ['Maths', ['Ganit']]], ['7-B']], ['10']])
  expect(tree.map((node) => node.detail)).toEqual(['2 sections · 60 students', 'No sections yet'])
  const [a, b] = tree[0]!.children
  expect(a?.detail).toBe('Asha Patil · 30 students · 2 subjects')
  expect(b?.detail).toBe('Asha Patil · 30 students · No subjects yet')
  expect(a?.children[1]?.detail).toBe('Rohan Joshi · Mon, Wed 09:00–10:00, Tue 11:00–12:00')
  expect(a?.children[1]?.children[0]?.detail).toBe('Rohan Joshi · 96 pages')
})

test('the classes of a small term are expanded at first, those of a large one are not', () => {
  expect(initiallyOpen(tree)).toEqual(['class-7'])
  const many = Array.from({ length: 41 }, () => tree[0]!.children[0]!)
  expect(initiallyOpen([{ ...tree[0]!, children: many }])).toEqual([])
  expect(parentIds(tree)).toEqual(['class-7', 'section-71', 'subject-1'])
  expect(countNodes(tree)).toBe(7)
})

describe('a search', () => {
  test('matches the words of a node and its ancestors, and expands the path to it', () => {
    const { nodes, open } = searchTree(tree, '7-a GANIT')
    expect(titles(nodes)).toEqual([['7', ['7-A', ['Maths', ['Ganit']]]]])
    expect(open).toEqual(['class-7', 'section-71', 'subject-1'])
  })

  test('keeps the descendants of a match, collapsed', () => {
    const { nodes, open } = searchTree(tree, 'maths')
    expect(titles(nodes)).toEqual([['7', ['7-A', ['Maths', ['Ganit']]]]])
    expect(open).toEqual(['class-7', 'section-71'])
  })

  test('matches teachers, and returns nothing without a match', () => {
    expect(titles(searchTree(tree, 'rohan').nodes)).toEqual([['7', ['7-A', ['Maths', ['Ganit']]]]])
    expect(searchTree(tree, 'nobody')).toEqual({ nodes: [], open: [] })
  })
})
