import { XmlNode, XmlText } from '@aws-sdk/xml-builder'
import type { Day } from '#shared/dates.ts'
import { type Paise, writeRupees } from '#shared/money.ts'
import type { PaymentMode } from '#shared/paymentModes.ts'
import { printable } from '#shared/sheet.ts'
import type { Ledger } from '../ledgers.rules.ts'
import { type BankAllocation, type Entry, type Voucher, type VoucherHead, voucherTypes } from './vouchers.rules.ts'

/** What a file for Tally holds. */
export interface TallyData {
  schoolId: number
  /** Ledgers to create with their groups. */
  ledgers: readonly Ledger[]
  vouchers: readonly Voucher[]
  /** Vouchers of earlier files that are cancelled. */
  cancelled: readonly VoucherHead[]
}

/** Vouchers that become text at once, so that the file is never one text in memory. */
const chunk = 500

/**
 * Writes a file that TallyPrime and Tally.ERP 9 import (Import Data, Transactions). UTF-16 with a byte order mark, as
 * Tally's own files have it: a Tally.ERP 9 reads Devanagari in nothing else.
 */
export function writeTallyXml({ schoolId, ledgers, vouchers, cancelled }: TallyData): Buffer {
  const parts = [Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>\r\n${head}`, 'utf16le')]
  const add = <Item>(items: readonly Item[], node: (item: Item) => XmlNode) => {
    for (let start = 0; start < items.length; start += chunk) {
      const lines = items.slice(start, start + chunk).map((item) => `${message(node(item)).toString()}\r\n`)
      parts.push(Buffer.from(lines.join(''), 'utf16le'))
    }
  }
  add(ledgers, ledgerNode)
  add(vouchers, (voucher) => voucherNode(schoolId, voucher))
  add(cancelled, (voucher) => cancelledNode(schoolId, voucher))
  parts.push(Buffer.from(tail, 'utf16le'))
  return Buffer.concat(parts)
}

const head =
  '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>' +
  '<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\r\n'
const tail = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\r\n'

function message(node: XmlNode): XmlNode {
  return new XmlNode('TALLYMESSAGE', [node]).addAttribute('xmlns:UDF', 'TallyUDF')
}

function ledgerNode({ name, group }: Ledger): XmlNode {
  return new XmlNode('LEDGER', [new XmlNode('NAME.LIST', [field('NAME', name)]), field('PARENT', group)])
    .addAttribute('NAME', oneLine(name))
    .addAttribute('ACTION', 'Create')
}

/**
 * Without an ACTION Tally creates the voucher, or alters the one that has the same REMOTEID, so a file that is imported
 * twice doubles nothing.
 */
function voucherNode(schoolId: number, voucher: Voucher): XmlNode {
  // The party of a receipt is the first credit, of a payment the first debit; Tally shows it in its lists.
  const isReceipt = voucher.source === 'RECEIPT'
  const isParty = ({ amount }: Entry) => amount < 0 === isReceipt
  const entries = voucher.entries.toSorted((a, b) => Number(isParty(b)) - Number(isParty(a)))
  return new XmlNode('VOUCHER', [
    ...headFields(voucher),
    field('PARTYLEDGERNAME', entries[0]?.ledger.name ?? ''),
    ...entries.map((entry) => entryNode(entry, voucher.day)),
  ])
    .addAttribute('REMOTEID', remoteId(schoolId, voucher))
    .addAttribute('VCHTYPE', voucherTypes[voucher.source])
    .addAttribute('OBJVIEW', 'Accounting Voucher View')
}

/** Tally keeps a cancelled voucher with its number and without its amounts. */
function cancelledNode(schoolId: number, voucher: VoucherHead): XmlNode {
  return new XmlNode('VOUCHER', [...headFields(voucher), field('ISCANCELLED', 'Yes')])
    .addAttribute('REMOTEID', remoteId(schoolId, voucher))
    .addAttribute('VCHTYPE', voucherTypes[voucher.source])
    .addAttribute('ACTION', 'Cancel')
}

/** Returns the id by which Tally finds a voucher again. It never changes. */
function remoteId(schoolId: number, { source, id }: VoucherHead): string {
  return `shala-${schoolId}-${source.toLowerCase()}-${id}`
}

function headFields({ source, day, number, narration }: VoucherHead): XmlNode[] {
  return [
    field('DATE', tallyDay(day)),
    field('VOUCHERTYPENAME', voucherTypes[source]),
    field('VOUCHERNUMBER', number),
    field('NARRATION', narration),
  ]
}

function entryNode({ ledger, amount, bank }: Entry, day: Day): XmlNode {
  return new XmlNode('ALLLEDGERENTRIES.LIST', [
    field('LEDGERNAME', ledger.name),
    field('ISDEEMEDPOSITIVE', amount > 0 ? 'Yes' : 'No'),
    field('AMOUNT', tallyAmount(amount)),
    ...(bank ? [bankNode(bank, amount, day)] : []),
  ])
}

/** Tally's words for how money came, in receipts. */
const transactionTypes: Readonly<Record<PaymentMode, string>> = {
  CASH: 'Cash',
  CHEQUE: 'Cheque/DD',
  DD: 'Cheque/DD',
  CARD: 'Card',
  BANK: 'e-Fund Transfer',
  UPI: 'e-Fund Transfer',
  ONLINE: 'Others',
}

function bankNode(bank: BankAllocation, amount: Paise, day: Day): XmlNode {
  const optional = (name: string, value: string | null) => (value ? [field(name, value)] : [])
  return new XmlNode('BANKALLOCATIONS.LIST', [
    field('DATE', tallyDay(day)),
    field('INSTRUMENTDATE', tallyDay(bank.instrumentOn ?? day)),
    ...optional('BANKERSDATE', bank.clearedOn && tallyDay(bank.clearedOn)),
    field('TRANSACTIONTYPE', transactionTypes[bank.mode]),
    ...optional('TRANSFERMODE', bank.transferKind),
    ...optional('INSTRUMENTNUMBER', bank.reference),
    ...optional('BANKNAME', bank.bankName),
    field('PAYMENTFAVOURING', bank.party),
    field('AMOUNT', tallyAmount(amount)),
  ])
}

function field(name: string, value: string): XmlNode {
  return new XmlNode(name, [new XmlText(oneLine(value))])
}

/** Returns a text without characters that XML forbids, and without line breaks, at which Tally cuts a field. */
function oneLine(text: string): string {
  return printable(text).replace(/[\t\n\r\u0085\u2028\u2029]+/g, ' ')
}

/** Tally's sign: a debit is negative. */
function tallyAmount(amount: Paise): string {
  return `${amount > 0 ? '-' : ''}${writeRupees(Math.abs(amount))}`
}

function tallyDay(day: Day): string {
  return day.replaceAll('-', '')
}
