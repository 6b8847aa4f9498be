import { channel } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from './logging.ts'
import { createMetrics, mergeReadings, readingsText } from './metrics.ts'

const quiet = { write: () => undefined }

test('lines of the log are counted by message, operation and code, also those that the level keeps out', async () => {
  const metrics = createMetrics()
  const log = createLog('error', quiet, metrics.observeLine)
  log.info({ operation: 'message.SMS', code: 'LATER', schoolId: 4 }, 'message')
  log.info({ operation: 'message.SMS', code: 'LATER', schoolId: 5 }, 'message')
  log.info({ operation: 'check-data', durationMs: 3000 }, 'job')
  log.info({ operation: 'Students' }, 'request')
  const text = await readingsText([await metrics.readings()])
  expect(text).toContain('shala_log_lines_total{level="info",message="message",operation="message.SMS",code="LATER"} 2')
  expect(text).toContain('shala_work_seconds_sum{operation="check-data"} 3')
  expect(text).not.toContain('message="request"')
})

test('a caller who names operations without end fills no memory', async () => {
  const metrics = createMetrics()
  for (let made = 0; made < 1000; made += 1)
    metrics.observeRequest({ route: '/graphql', operation: `Made${made}`, status: 200, code: undefined, seconds: 0.1 })
  const text = await readingsText([await metrics.readings()])
  expect(text).toContain('operation="other"')
  expect(text.match(/shala_request_seconds_count/g)?.length).toBeLessThan(310)
})

test('what is sent to other services is timed by host alone, and told apart by what they answered', async () => {
  const service = createServer((_request, response) => response.writeHead(503).end())
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  const metrics = createMetrics()
  await fetch(`http://${host}/messages?key=secret`, { method: 'POST' })
  await new Promise((resolve) => service.close(resolve))
  await fetch(`http://${host}/`).catch(() => undefined)
  const text = await readingsText([await metrics.readings()])
  expect(text).toContain(`shala_outgoing_seconds_count{host="${host}",status="503"} 1`)
  expect(text).toContain(`shala_outgoing_seconds_count{host="${host}",status="failed"} 1`)
  expect(text).not.toContain('secret')
})

test('of several processes what each counted is added, and what all read from the database counts once', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  for (const metrics of [one, other]) {
    metrics.watchWaiting(async () => [{ work: 'message.SMS', due: 5, oldestSeconds: 70, givenUp: 1 }])
    metrics.watchBackup(() => 1_790_000_000)
    metrics.watchSafeMoment(() => 120)
    metrics.watchDataCheck(async () => ({ at: new Date(1_790_000_000_000), findings: 2 }))
    metrics.observeLine('error', {}, 'unexpected')
  }
  const merged = await mergeReadings([await one.readings(), await other.readings()])
  const text = await readingsText([merged])
  expect(text).toContain('shala_waiting{work="message.SMS"} 5')
  expect(text).toContain('shala_waiting_oldest_seconds{work="message.SMS"} 70')
  expect(text).toContain('shala_last_backup_timestamp_seconds 1790000000')
  expect(text).toContain('shala_safe_moment_late_seconds 120')
  expect(text).toContain('shala_data_findings 2')
  expect(text).toContain('shala_data_checked_timestamp_seconds 1790000000')
  expect(text).toContain('message="unexpected",operation="",code=""} 2')
})

test('a database that is away leaves the other metrics readable', async () => {
  const metrics = createMetrics()
  metrics.watchWaiting(() => Promise.reject(new Error('away')))
  const text = await readingsText([await metrics.readings()])
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toMatch(/^shala_last_backup/m)
})

test('a limit of one-time codes that is passed names its school, or all', async () => {
  const metrics = createMetrics()
  for (const school of [7, null]) channel('shala:one-time-code-limit').publish({ kind: 'SENT', school })
  const text = await readingsText([await metrics.readings(), await metrics.readings()])
  const limits = [...text.matchAll(/^shala_one_time_code_limit_timestamp_seconds\{(.+)\} (\d+)/gm)]
  expect(limits.map(([, labels]) => labels)).toEqual(['kind="SENT",school="7"', 'kind="SENT",school="all"'])
  expect(limits.every(([, , at]) => Number(at) > 1_700_000_000 && Number(at) < 4_000_000_000)).toBe(true)
})
