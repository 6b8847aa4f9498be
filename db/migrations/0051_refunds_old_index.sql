-- payments_online_ref_once says the same of payments that were not moved.
drop index payments_online_ref;
