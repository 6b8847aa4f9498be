import { gql, InMemoryCache } from '@apollo/client'
import { expect, test } from 'vitest'
import { operationHeaders, typePolicies } from './apollo.ts'

test("a student's fields of one term do not overwrite those of another term", () => {
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

test('the header names the mutation, so that the server knows the size limit before it reads the body', () => {
  const importing = gql`
    mutation ImportTeachers($input: TeacherImport!) {
      importTeachers(schoolId: 1, input: $input) {
        id
      }
    }
  `
  expect(operationHeaders(importing)).toEqual({ 'x-operation': 'importTeachers' })
  expect(
    operationHeaders(gql`
      query Viewer {
        viewer {
          id
        }
      }
    `),
  ).toEqual({})
})
