import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { type CardName, cardNames, expected, type FeeSums } from '../dashboard.rules.ts'
import { type Collected, type FeesChart, viewCollected, viewFeesChart } from './dashboard.queries.ts'

const CardNameType = builder.enumType('CollectedCardName', { values: cardNames })

const CardType = builder.objectRef<Collected['cards'][number]>('CollectedCard').implement({
  description: 'What was collected in some days, and in as many before.',
  fields: (t) => ({
    name: t.field({ type: CardNameType, resolve: (card): CardName => card.name }),
    from: t.string({ resolve: (card) => card.span.from }),
    to: t.string({ resolve: (card) => card.span.to }),
    collected: t.expose('collected', { type: 'Paise' }),
    collectedBefore: t.expose('collectedBefore', { type: 'Paise' }),
  }),
})

const ToClearType = builder.objectRef<Collected['toClear']>('ChequesToClear').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    amount: t.expose('amount', { type: 'Paise' }),
  }),
})

const CollectedType = builder.objectRef<Collected>('Collected').implement({
  description: "The dashboard's cards.",
  fields: (t) => ({
    id: t.exposeID('id'),
    day: t.exposeString('day', { description: 'Today in India.' }),
    cards: t.field({ type: [CardType], resolve: (collected) => collected.cards }),
    toClear: t.field({ type: ToClearType, resolve: (collected) => collected.toClear }),
  }),
})

const FeeSumsType = builder.objectRef<FeeSums>('FeeSums').implement({
  fields: (t) => ({
    paid: t.expose('paid', { type: 'Paise' }),
    clearing: t.expose('clearing', { type: 'Paise' }),
    discount: t.expose('discount', { type: 'Paise' }),
    pending: t.expose('pending', { type: 'Paise' }),
    expected: t.field({ type: 'Paise', resolve: expected }),
  }),
})

const FeeMonthType = builder.objectRef<{ month: string; sums: FeeSums }>('FeeMonth').implement({
  description: 'What stands on the fees of one month.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'APR, MAY, …' }),
    sums: t.field({ type: FeeSumsType, resolve: ({ sums }) => sums }),
  }),
})

const nothing: FeeSums = { paid: 0, clearing: 0, discount: 0, pending: 0 }

const FeesChartType = builder.objectRef<FeesChart>('FeesChart').implement({
  description: 'What stands on the fees of a term, by month. Months without fees are left out.',
  fields: (t) => ({
    id: t.exposeID('id'),
    months: t.field({
      type: [FeeMonthType],
      resolve: ({ months }) => months.flatMap(({ month, ...sums }) => (month === null ? [] : [{ month, sums }])),
    }),
    oneTime: t.field({
      type: FeeSumsType,
      description: 'The fees without a month.',
      resolve: ({ months }) => months.find(({ month }) => month === null) ?? nothing,
    }),
  }),
})

builder.queryFields((t) => ({
  collected: commandField(t, viewCollected, {
    type: CollectedType,
    description: 'What was collected today, yesterday, this week and this month, of every term; at most two seconds old.',
  }),
  feesChart: commandField(t, viewFeesChart, {
    type: FeesChartType,
    description: 'At most two seconds old.',
    args: { termId: t.arg.id() },
  }),
}))
