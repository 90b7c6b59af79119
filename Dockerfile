# The table as an image: docker build -t wagonik . && docker run -p 8000:8000 -v wagonik:/data wagonik

FROM node:22-slim AS client
WORKDIR /wagonik/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run bundle

FROM python:3.13-slim AS wheel
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /wagonik
COPY requirements/build.txt requirements/
RUN pip install --no-cache-dir -r requirements/build.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
COPY --from=client /wagonik/src/wagonik/server/static src/wagonik/server/static
RUN pip wheel --no-deps --no-build-isolation --wheel-dir dist .

FROM python:3.13-slim
COPY requirements/table.txt /tmp/
RUN pip install --no-cache-dir -r /tmp/table.txt
COPY --from=wheel /wagonik/dist /tmp/dist
RUN pip install --no-cache-dir --no-deps /tmp/dist/*.whl \
  && useradd --uid 1000 --create-home wagonik && mkdir /data && chown wagonik /data
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health')"]
ENTRYPOINT ["wagonik", "serve", "--host", "0.0.0.0"]
