-- A published report card keeps its student from being deleted, as a payment and a certificate do (decisions/0098).
revoke delete on report_cards from shala_app;
