import { expect, test, vi } from 'vitest'
import { Refusal } from '../refusal.ts'
import type { SendMail } from './mail.ts'
import { sendAgain } from './sendAgain.ts'

const mail = { to: 'asha@school.test', subject: 'Choose a new password', text: 'Hello' }
const refused = new Refusal('CONFLICT', 'The mail could not be sent.')
const never = new AbortController().signal

test.each([0, 1, 2])('a mail that is refused %i times is sent once', async (times) => {
  const sendMail = vi.fn<SendMail>()
  for (let time = 0; time < times; time += 1) sendMail.mockRejectedValueOnce(refused)
  sendMail.mockResolvedValue()
  await sendAgain(sendMail, mail, never, [0, 0])
  expect(sendMail).toHaveBeenCalledTimes(times + 1)
})

test('the last refusal is told', async () => {
  const sendMail = vi.fn<SendMail>().mockRejectedValue(refused)
  await expect(sendAgain(sendMail, mail, never, [0, 0])).rejects.toBe(refused)
  expect(sendMail).toHaveBeenCalledTimes(3)
})

test('a server that ends does not wait for the next try', async () => {
  const ending = new AbortController()
  const sendMail = vi.fn<SendMail>().mockImplementation(async () => {
    ending.abort()
    throw refused
  })
  await expect(sendAgain(sendMail, mail, ending.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(sendMail).toHaveBeenCalledTimes(1)
})
