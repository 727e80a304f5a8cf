FROM python:3.13-slim-trixie AS build
WORKDIR /app
COPY requirements-runtime.lock .
RUN python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install --no-cache-dir --only-binary :all: \
        --require-hashes --requirement requirements-runtime.lock
# .dockerignore lists what is copied.
COPY . .
# Compile now: the root file system is read-only when the bot runs, so Python couldn't store the bytecode.
RUN python -m compileall -q --invalidation-mode unchecked-hash .

FROM python:3.13-slim-trixie
LABEL org.opencontainers.image.title="Rackety" org.opencontainers.image.licenses="MIT"
RUN install --directory --owner 10001 --group 10001 --mode 700 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 DATABASE_URL=sqlite:////data/rackety.db
USER 10001:10001
WORKDIR /app
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "bot.py"]
CMD ["run"]
