import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { type CardName, cardNames, noFeeSums, sumExpected, type FeeSums } from '../dashboard.rules.ts'
import { type Collected, type FeesChart, viewCollected, viewFeesChart } from './dashboard.queries.ts'

const CardNameType = builder.enumType('CollectedCardName', { values: cardNames })

const CardType = builder.objectRef<Collected['cards'][number]>('CollectedCard').implement({
  description: 'Money collected in a range of days, and in as many days before.',
  fields: (t) => ({
    name: t.field({ type: CardNameType, resolve: (card): CardName => card.name }),
    from: t.string({ resolve: (card) => card.span.from }),
    to: t.string({ resolve: (card) => card.span.to }),
    collected: t.expose('collected', { type: 'Paise' }),
    collectedBefore: t.expose('collectedBefore', { type: 'Paise' }),
    refunded: t.expose('refunded', { type: 'Paise', description: 'What was given back; not taken off what was collected.' }),
  }),
})

const CollectedType = builder.objectRef<Collected>('Collected').implement({
  description: "The dashboard's cards.",
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day', { description: 'Today in India.' }),
    cards: t.field({ type: [CardType], resolve: (collected) => collected.cards }),
  }),
})

export const FeeSumsType = builder.objectRef<FeeSums>('FeeSums').implement({
  fields: (t) => ({
    paid: t.expose('paid', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    discount: t.expose('discount', { type: 'Paise' }),
    concession: t.expose('concession', { type: 'Paise' }),
    writtenOff: t.expose('writtenOff', { type: 'Paise', description: 'Given up, and not expected any more.' }),
    pending: t.expose('pending', { type: 'Paise' }),
    overdue: t.expose('overdue', { type: 'Paise', description: 'What of pending has passed its due date.' }),
    expected: t.field({ type: 'Paise', resolve: sumExpected }),
  }),
})

const FeeMonthType = builder.objectRef<{ month: string; sums: FeeSums }>('FeeMonth').implement({
  description: 'Sums of the fees of one month.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'APR, MAY, …' }),
    sums: t.field({ type: FeeSumsType, resolve: ({ sums }) => sums }),
  }),
})

const FeesChartType = builder.objectRef<FeesChart>('FeesChart').implement({
  description: 'Sums of the fees of a term, by month. Months without fees are omitted.',
  fields: (t) => ({
    id: t.exposeID('id'),
    months: t.field({
      type: [FeeMonthType],
      resolve: ({ months }) => months.flatMap(({ month, ...sums }) => (month === null ? [] : [{ month, sums }])),
    }),
    oneTime: t.field({
      type: FeeSumsType,
      description: 'Sums of the one-time fees.',
      resolve: ({ months }) => months.find(({ month }) => month === null) ?? noFeeSums,
    }),
  }),
})

builder.queryFields((t) => ({
  collected: commandField(t, viewCollected, {
    work: 20,
    type: CollectedType,
    description: 'Money collected today, yesterday, this week and this month, of every term.',
  }),
  feesChart: commandField(t, viewFeesChart, {
    work: 30,
    type: FeesChartType,
    args: { termId: t.arg.id() },
  }),
}))
