import { gql, InMemoryCache } from '@apollo/client'
import { expect, test } from 'vitest'
import { announced, typePolicies } from './apollo.ts'

test('what a student is in one term does not change what another term has said of her', () => {
  const cache = new InMemoryCache({ typePolicies })
  const query = gql`
    query Account($term: ID!) {
      feeAccount(term: $term) {
        id
        student {
          id
          roll
        }
        siblings {
          id
          pending
        }
      }
    }
  `
  const account = (term: string, roll: string, pending: number) => ({
    feeAccount: {
      __typename: 'FeeAccount',
      id: `${term}-7`,
      student: { __typename: 'Payer', id: '7', roll },
      siblings: [{ __typename: 'Sibling', id: '8', pending }],
    },
  })
  cache.writeQuery({ query, variables: { term: '1' }, data: account('1', '12', 100) })
  cache.writeQuery({ query, variables: { term: '2' }, data: account('2', '30', 900) })
  expect(cache.readQuery({ query, variables: { term: '1' } })).toEqual(account('1', '12', 100))
})

test('a mutation is announced by its name, so that the server knows before it reads how large it may be', () => {
  const importing = gql`
    mutation ImportTeachers($input: TeacherImport!) {
      importTeachers(schoolId: 1, input: $input) {
        id
      }
    }
  `
  expect(announced(importing)).toEqual({ 'x-operation': 'importTeachers' })
  expect(
    announced(gql`
      query Viewer {
        viewer {
          id
        }
      }
    `),
  ).toEqual({})
})
