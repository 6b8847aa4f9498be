import { parseXML } from '@aws-sdk/xml-builder'
import { expect, test } from 'vitest'
import { sumMoney } from '#shared/money.ts'
import type { Voucher } from './vouchers.rules.ts'
import { writeTallyXml } from './tallyXml.ts'

const cash = { name: 'Cash', group: 'Cash-in-Hand' }
const bank = { name: 'SBI <Main> & "Co"', group: 'Bank Accounts' }
const tuition = { name: 'शिक्षण शुल्क', group: 'Direct Incomes' }

const received: Voucher = {
  source: 'RECEIPT',
  id: 5,
  day: '2026-11-02',
  number: 'GV/2026-27/12',
  narration: 'Asha <b>& Co</b>\nsecond line \u0007]]>',
  mode: 'CHEQUE',
  entries: [
    {
      ledger: bank,
      amount: 150_005,
      bank: {
        mode: 'CHEQUE',
        reference: '004513',
        transferKind: null,
        instrumentOn: '2026-10-30',
        bankName: 'Bank of Baroda',
        clearedOn: '2026-11-05',
        party: 'Asha & Rohan',
      },
    },
    { ledger: tuition, amount: -150_005, bank: null },
  ],
}
const spent: Voucher = {
  source: 'EXPENSE',
  id: 3,
  day: '2026-04-01',
  number: 'EXP-3',
  narration: '',
  mode: null,
  entries: [
    { ledger: { name: 'Stationery', group: 'Indirect Expenses' }, amount: 4_000, bank: null },
    { ledger: cash, amount: -4_000, bank: null },
  ],
}

interface TallyVoucher {
  [field: string]: unknown
  'ALLLEDGERENTRIES.LIST'?: { LEDGERNAME: string; ISDEEMEDPOSITIVE: string; AMOUNT: string }[]
}

/** Reads a file back, as an XML parser sees it. */
function read(bytes: Buffer) {
  const text = bytes.toString('utf16le')
  const { ENVELOPE } = parseXML(text.slice(1)) as { ENVELOPE: { HEADER: unknown; BODY: { IMPORTDATA: Imported } } }
  const messages = ENVELOPE.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE
  const list = Array.isArray(messages) ? messages : [messages]
  return {
    text,
    header: ENVELOPE.HEADER,
    report: ENVELOPE.BODY.IMPORTDATA.REQUESTDESC,
    ledgers: list.flatMap(({ LEDGER }) => (LEDGER ? [LEDGER] : [])),
    vouchers: list.flatMap(({ VOUCHER }) => (VOUCHER ? [VOUCHER] : [])),
  }
}

interface Imported {
  REQUESTDESC: unknown
  REQUESTDATA: { TALLYMESSAGE: Message | Message[] }
}
interface Message {
  LEDGER?: Record<string, unknown>
  VOUCHER?: TallyVoucher
}

test('a file has Tally’s envelope, and begins with a byte order mark', () => {
  const { text, header, report } = read(writeTallyXml({ schoolId: 1, ledgers: [], vouchers: [spent], cancelled: [] }))
  expect(text.startsWith('\uFEFF<?xml version="1.0" encoding="UTF-16"?>')).toBe(true)
  expect(header).toEqual({ TALLYREQUEST: 'Import Data' })
  expect(report).toEqual({ REPORTNAME: 'Vouchers' })
})

test('a receipt: the day, the sign of debits, the reference of the bank, and names that are escaped', () => {
  const { vouchers } = read(writeTallyXml({ schoolId: 1, ledgers: [], vouchers: [received], cancelled: [] }))
  expect(vouchers).toEqual([
    {
      REMOTEID: 'shala-1-receipt-5',
      VCHTYPE: 'Receipt',
      OBJVIEW: 'Accounting Voucher View',
      DATE: '20261102',
      VOUCHERTYPENAME: 'Receipt',
      VOUCHERNUMBER: 'GV/2026-27/12',
      NARRATION: 'Asha <b>& Co</b> second line  ]]>',
      PARTYLEDGERNAME: 'शिक्षण शुल्क',
      'ALLLEDGERENTRIES.LIST': [
        { LEDGERNAME: 'शिक्षण शुल्क', ISDEEMEDPOSITIVE: 'No', AMOUNT: '1500.05' },
        {
          LEDGERNAME: 'SBI <Main> & "Co"',
          ISDEEMEDPOSITIVE: 'Yes',
          AMOUNT: '-1500.05',
          'BANKALLOCATIONS.LIST': {
            DATE: '20261102',
            INSTRUMENTDATE: '20261030',
            BANKERSDATE: '20261105',
            TRANSACTIONTYPE: 'Cheque/DD',
            INSTRUMENTNUMBER: '004513',
            BANKNAME: 'Bank of Baroda',
            PAYMENTFAVOURING: 'Asha & Rohan',
            AMOUNT: '-1500.05',
          },
        },
      ],
    },
  ])
})

test('a payment has its debit first, and the amounts of every voucher sum to zero', () => {
  const { vouchers } = read(writeTallyXml({ schoolId: 1, ledgers: [], vouchers: [received, spent], cancelled: [] }))
  expect(vouchers[1]).toMatchObject({ VCHTYPE: 'Payment', DATE: '20260401', PARTYLEDGERNAME: 'Stationery' })
  for (const voucher of vouchers)
    expect(sumMoney((voucher['ALLLEDGERENTRIES.LIST'] ?? []).map(({ AMOUNT }) => Math.round(Number(AMOUNT) * 100)))).toBe(0)
})

test('ledgers are created before the vouchers, each under its group', () => {
  const { ledgers, text } = read(writeTallyXml({ schoolId: 1, ledgers: [bank, tuition], vouchers: [spent], cancelled: [] }))
  expect(ledgers).toEqual([
    { NAME: 'SBI <Main> & "Co"', ACTION: 'Create', 'NAME.LIST': { NAME: 'SBI <Main> & "Co"' }, PARENT: 'Bank Accounts' },
    { NAME: 'शिक्षण शुल्क', ACTION: 'Create', 'NAME.LIST': { NAME: 'शिक्षण शुल्क' }, PARENT: 'Direct Incomes' },
  ])
  expect(text.indexOf('<LEDGER')).toBeLessThan(text.indexOf('<VOUCHER'))
})

test('a cancelled voucher names the id of the first file, and has no amounts', () => {
  const { vouchers } = read(
    writeTallyXml({
      schoolId: 1,
      ledgers: [],
      vouchers: [],
      cancelled: [{ source: 'RECEIPT', id: 5, day: '2026-11-02', number: 'GV/2026-27/12', narration: 'wrong child' }],
    }),
  )
  expect(vouchers).toEqual([
    {
      REMOTEID: 'shala-1-receipt-5',
      VCHTYPE: 'Receipt',
      ACTION: 'Cancel',
      DATE: '20261102',
      VOUCHERTYPENAME: 'Receipt',
      VOUCHERNUMBER: 'GV/2026-27/12',
      NARRATION: 'wrong child',
      ISCANCELLED: 'Yes',
    },
  ])
})
