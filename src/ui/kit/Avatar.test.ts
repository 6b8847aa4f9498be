import { expect, test } from 'vitest'
import { initialsOf } from './Avatar.tsx'

test.each([
  ['Asha Patil', 'AP'],
  ['Asha Ramesh Patil', 'AP'],
  ['Asha', 'A'],
  ['  meera   joshi ', 'MJ'],
  ['सुनीता पाटील', 'सप'],
  ['', ''],
])('%j has the initials %j', (name, initials) => expect(initialsOf(name)).toBe(initials))
