import { expect, test, vi } from 'vitest'
import { createLog, type LogFields, oncePerMinute } from './logging.ts'

function lines(work: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const written: string[] = []
  work(createLog('info', { write: (line) => void written.push(line) }))
  return written.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a line holds the named fields and drops every other one', () => {
  const fields = { requestId: 'r1', operation: 'AddBus', schoolId: 7, name: 'Asha Patil', variables: { phone: '9876543210' } }
  const [line] = lines((log) => log.info(fields as LogFields, 'request'))
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: 'r1',
    operation: 'AddBus',
    schoolId: 7,
    msg: 'request',
  })
})

test('below its level nothing is written', () => {
  expect(lines((log) => log.debug({}, 'detail'))).toEqual([])
})

test('an error is told without the values its message repeats', () => {
  const error = new SyntaxError(`Unexpected token 'A', "Asha Patil" is not valid JSON; ask asha@school.test or 9876543210`)
  const text = JSON.stringify(lines((log) => log.error({ err: error, errorId: 'e1' }, 'unexpected')))
  expect(text).toContain('SyntaxError')
  expect(text).toContain('logging.test.ts')
  expect(text).not.toMatch(/Asha|asha|9876543210/)
})

test("a database's error is told by its code and constraint alone", () => {
  const error = Object.assign(new Error('duplicate key value: Key (phone)=(9876543210), Asha'), {
    code: '23505',
    constraint: 'users_phone',
    table: 'users',
    routine: '_bt_check_unique',
  })
  const [line] = lines((log) => log.error({ err: error }, 'unexpected'))
  expect(line?.err).toMatchObject({ type: 'Error', code: '23505', constraint: 'users_phone', table: 'users' })
  expect(JSON.stringify(line)).not.toMatch(/Asha|9876543210/)
})

test('a constraint that a node of a cluster names in its words alone is told without the number of its part', () => {
  const broken = 'duplicate key value violates unique constraint "users_phone_102028"'
  const [line] = lines((log) =>
    log.error({ err: Object.assign(new Error(broken), { code: '23505', routine: 'x' }) }, 'unexpected'),
  )
  expect(line?.err).toMatchObject({ code: '23505', constraint: 'users_phone' })
  const typed = Object.assign(new Error('invalid input: " constraint "Asha""'), { code: '22P02', routine: 'x' })
  expect(JSON.stringify(lines((log) => log.error({ err: typed }, 'unexpected')))).not.toContain('Asha')
})

test('a copy of an error is told as the error', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED "Asha Patil"'), { code: 'ECONNREFUSED' })
  const [line] = lines((log) => log.error({ err: { ...error, message: error.message, stack: error.stack, queue: 'mail' } }, 'x'))
  expect(line?.err).toMatchObject({ message: 'connect ECONNREFUSED …', code: 'ECONNREFUSED', stack: expect.any(Array) })
})

test('what a loop meets again and again is logged once a minute, with the number of times', () => {
  vi.useFakeTimers()
  try {
    const written = lines((log) => {
      const report = oncePerMinute(log, 'The loop failed')
      for (let second = 0; second <= 120; second += 1) {
        report(new Error('away'))
        vi.advanceTimersByTime(1000)
      }
    })
    expect(written.map(({ msg, count }) => [msg, count])).toEqual([
      ['The loop failed', undefined],
      ['The loop failed', 60],
      ['The loop failed', 60],
    ])
  } finally {
    vi.useRealTimers()
  }
})
