-- Keys older than a day are looked for by a sweep, whosever they are.
create index on idempotencia (data_criacao);
