-- An export says as many vouchers, and as much collected money, as are recorded for it. A payment's amount never changes.
select made.id, made.vouchers, made.cancelled, made.collected
from accounting_exports made
left join accounting_vouchers voucher on voucher.school_id = current_school() and voucher.export_id = made.id
left join payments on payments.school_id = current_school() and payments.id = voucher.source_id
  and voucher.source = 'RECEIPT' and not voucher.cancelled
where made.school_id = current_school()
group by made.id, made.vouchers, made.cancelled, made.collected
having made.vouchers <> count(*) filter (where not voucher.cancelled)
  or made.cancelled <> count(*) filter (where voucher.cancelled)
  or made.collected <> coalesce(sum(payments.amount), 0)
