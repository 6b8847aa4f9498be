-- without a transaction
-- Online money is booked once under its reference. A payment that was moved stands under the reference of the first.
create unique index concurrently if not exists payments_online_ref_once on payments (school_id, online_ref)
  where online_ref is not null and moved_from is null;
