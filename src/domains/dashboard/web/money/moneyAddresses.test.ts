import { expect, test } from 'vitest'
import { figureAddress, studentMoneyAddress } from './moneyAddresses.ts'

test.each([
  [figureAddress('expected'), '/money?tab=students&sort=-expected'],
  [figureAddress('paid', { month: 'APR' }), '/money?tab=students&sort=-paid&f.month=APR'],
  [figureAddress('conceded', { classId: '7' }), '/money?tab=students&sort=-conceded&f.class=7'],
  [studentMoneyAddress('writtenOff'), '/money?tab=students&sort=-writtenOff'],
  [figureAddress('overdue'), '/fees?tab=pending&f.terms=this'],
  [figureAddress('pending'), '/fees?tab=pending&f.terms=this&f.due=any'],
  [figureAddress('overdue', { classId: '7' }), '/fees?tab=pending&f.terms=this&f.class=7'],
  [figureAddress('pending', { classId: '7' }), '/fees?tab=pending&f.terms=this&f.due=any&f.class=7'],
  [figureAddress('overdue', { month: 'APR' }), '/fees?tab=pending&f.terms=this&f.due=APR'],
  [figureAddress('overdue', { month: 'once' }), '/fees?tab=pending&f.terms=this&f.due=once-overdue'],
  [figureAddress('pending', { month: 'once' }), '/fees?tab=pending&f.terms=this&f.due=once'],
])('a figure opens %s', (address, expected) => {
  expect(address).toBe(expected)
})
