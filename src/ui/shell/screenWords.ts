import { t } from '@lingui/core/macro'

/** Other words by which the palette finds a screen, by its path. They are here because only the palette needs them. */
export const screenWords: Readonly<Record<string, string>> = {
  '/accounting': t`tally accountant export vouchers ledgers books audit`,
  '/attendance': t`registers take roll call absent present late holidays notices percentages`,
  '/audit-log': t`who did what changes history privacy log journal`,
  '/buses': t`transport vehicles gps`,
  '/chat': t`messages conversations families parents teachers write`,
  '/classes': t`sections subjects books curriculum timetable teachers`,
  '/dashboard': t`home start figures`,
  '/daybook': t`cash book opening closing drawer day total deposit`,
  '/discipline': t`incidents behaviour points merit conduct`,
  '/expenses': t`spend spent paid bills purchases categories petty cash`,
  '/fees': t`collect payment receipt cheque upi cash discount pending dues categories drawer closing denomination deposit slip`,
  '/gate': t`scan qr rfid cards entry exit in out devices readers`,
  '/import-data': t`legacy previous old system migrate bring over students history`,
  '/lcidcard': t`identity cards photos print pvc badge students staff`,
  '/messages': t`whatsapp sms text notice inform parents templates dlt history failed queue login details reminder`,
  '/money': t`income expected collected overdue conceded net surplus comparison last year class month head principal figures charts`,
  '/onlinepayments': t`orders gateway payu links sms pay link guardian parent refund surplus upi card`,
  '/promotions': t`promote new year next class sections students`,
  '/reports': t`attendance condensed detailed weekly progressive attention analysis payments students daily aggregated qr pdf spreadsheet`,
  '/schools': t`select choose change add school`,
  '/settings': t`terms year sms names bank accounts ledgers logo modules`,
  '/students': t`pupils admission roll register import qr leaving transfer certificate lc`,
  '/teacher': t`live lecture`,
  '/users': t`staff teachers admins accounts passwords`,
}
